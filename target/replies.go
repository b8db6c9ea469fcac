package target

// Replies are the forms that are known, each seen in an issue or produced by the
// provider's own program.
var Replies = []Reply{
	{
		Provider: "OpenAI",
		Before:   `(?:Invalid schema for (?:function|response_format) '(?P<tool>[^']*)': )?(?:(?:[Ii]n )?context=\((?P<path>[^)]*)\), )?`,
		Path:     PathTuple,
		Rules: []ReplyRule{
			{`'additionalProperties' is required to be supplied and to be false`, RuleClosed, "", "in strict mode every object has \"additionalProperties\": false", "write \"additionalProperties\": false, or turn strict mode off for a tool with an open map"},
			{`'required' is required to be supplied and to be an array including every key in properties\.? Missing '(?P<name>[^']*)'`, RuleRequired, "", "in strict mode required names every property; $name is missing", "add $name to required, and let it be null if it is optional"},
			{`'required' is required to be supplied and to be an array including every key in properties\.? Extra required key '(?P<name>[^']*)' supplied`, RuleDeclared, "required", "required names $name, which properties does not declare", "declare $name or take it out of required"},
			{`object schema missing properties`, RuleProperties, "type", "every object has properties, in strict mode and without", "write \"properties\": {}"},
			{`array schema missing items`, RuleItems, "type", "every array has items, in strict mode and without", "say what the items are: \"items\": {}"},
			{`schema must have type 'object' and not have [^\n]*? at the top level`, RuleRoot, "", "the root is a plain object, without oneOf, anyOf, allOf, enum, const or not", "move the union into a property, or make one object of the branches"},
			{`schema must be a JSON Schema of 'type: "object"', got 'type: "(?P<value>[^"]*)"'`, RuleRoot, "", "the root has the type object, not $value", "write \"type\": \"object\" at the root"},
			{`'(?P<key>[^']+)' is not permitted`, RuleKeywords, "", "strict mode does not have the keyword $key", "remove $key, or write what it says in another way"},
			{`'(?P<value>[^']+)' is not a valid format`, RuleKeywords, "format", "strict mode does not have the format $value", "remove the format"},
			{`\$ref cannot have keywords \{'?(?P<key>[^}']*)'?[^}]*\}`, RuleRef, "$ref", "in strict mode nothing stands beside a reference, here $key", "move $key into the definition"},
			{`reference can only point to definitions defined at the top level of the schema`, RuleRef, "$ref", "in strict mode references point to the root's $$defs or to the root", "move the definition into the root's $$defs"},
			{`reference to component '(?P<value>[^']*)' which was not found in the schema`, RuleRef, "$ref", "the reference $value finds nothing", "define the target or correct the reference"},
			{`Objects provided via 'anyOf' must not share identical first keys`, RuleUnion, "anyOf", "the objects of an anyOf may not begin with the same property", "put a discriminator first, or order the properties differently"},
			{`schema must have a 'type' key`, RuleTyped, "", "in strict mode every node has a type, an anyOf or a reference", "write the type"},
			{`enum value (?P<value>[^\n]*?) does not validate against \{[^}\n]*\}`, RuleEnum, "enum", "the enum holds $value, which the type beside it excludes", "remove the value, or move it to the branch of its type"},
			{`enum values must be of the same type`, RuleEnum, "enum", "the members of an enum are of one type", "make an anyOf with a branch for each type"},
			{`(?P<value>None|True|False|\[[^\n]*?\]|\{[^\n]*?\}|[\w.+-]+) is not of type '[^\n]*'`, RuleDialect, "", "the schema is no valid JSON Schema 2020-12: $value stands where it cannot", "upgrade the schema: schemac upgrade does"},
			{`'(?P<value>[^'\n]*)' is not a 'uri-reference'`, RuleDialect, "$id", "$$id is a URI, and $value is none", "remove $$id or write a URI"},
			{`"[^"\n]*" is not a "regex"`, RuleRegex, "pattern", "the pattern is no regular expression that the provider knows", "correct the pattern"},
			{`\d+ levels of nesting exceeds limit of (?P<value>\d+)`, RuleKeywords, "", "objects are nested deeper than $value levels", "make the schema flatter"},
			{`\d+ parameters exceeds? (?:the )?limit of (?P<value>\d+)`, RuleKeywords, "", "the schema has more than $value properties", "split the tool"},
			{`Expected at most (?P<value>\d+) enum values in total`, RuleEnum, "enum", "the schema has more than $value enum values", "make the long enum a string and say in its description what it may be"},
		},
	},
	{
		Provider: "OpenAI",
		Before:   `(?:Invalid JSON schema: )?`,
		After:    `\.? Found at (?P<path>\$(?:\.[\w$-]+|\[\d+\]|\['[^'\n]*'\])*)`,
		Path:     PathJSONPath,
		Rules: []ReplyRule{
			{`regex lookaround is not supported`, RuleRegex, "pattern", "patterns have no lookahead and lookbehind, in strict mode and without", "write the pattern without lookaround"},
		},
	},
	{
		Provider: "Google",
		Path:     PathProto,
		Rules: []ReplyRule{
			{`Unknown name "(?P<key>[^"]+)" at '(?P<path>[^']*)': Cannot find field`, RuleKeywords, "", "the Schema message has no field $key", "remove $key, or write what it says in another way"},
			{`Unknown name "(?P<key>[^"]+)" at '(?P<path>[^']*)': Proto field is not repeating, cannot start list`, RuleTypeList, "", "$key is one value and no list", "write one: \"nullable\": true for null, anyOf for several types, items for a tuple"},
			{`Invalid value at '(?P<path>[^']*)' \([^)]*\), (?P<value>"[^"]*"|[^\s;]+)`, RuleEnum, "", "the value $value is of the wrong type here: enum holds strings, type is one of the type names", "write strings; for numbers say in the description which are allowed"},
		},
	},
	{
		Provider: "Google",
		Before:   `(?P<path>(?:[\w.$-]|\[[^\]\n]*\])*?)\.?`,
		Path:     PathProto,
		Rules: []ReplyRule{
			{`\bitems: missing field`, RuleItems, "type", "every array has items", "say what the items are"},
			{`\bitems: field predicate failed: \$type == Type\.ARRAY`, RuleItems, "items", "items stands on arrays only", "remove items, or write the type array"},
			{`\brequired\[\d+\]: property is not defined`, RuleDeclared, "required", "required names a property that is not declared", "declare it or take it out of required"},
			{`\benum(?:\[\w+\])?: cannot be empty`, RuleEnum, "enum", "no member of an enum is empty", "remove the empty member"},
			{`\benum: only allowed for STRING type`, RuleEnum, "enum", "enum stands on strings only", "say in the description which values are allowed"},
			{`\benum: should be non-empty for STRING type with enum format`, RuleEnum, "enum", "the format enum needs an enum with members", "remove the format or fill the enum"},
			{`\bformat: only 'enum' and 'date-time' are supported for STRING type`, RuleKeywords, "format", "a string has the format enum or date-time, or none", "remove the format"},
			{`\bproperties: should be non-empty for OBJECT type`, RuleProperties, "", "an object has at least one property", "declare a property"},
		},
	},
	{
		Provider: "Vertex",
		Before:   "(?:Unable to submit request because )?(?:[`'\"]?(?P<tool>[\\w.:-]+)[`'\"]? )?functionDeclaration [`'\"]?(?P<path>parameters[^\\s`'\"]*)[`'\"]? schema ",
		Path:     PathNames,
		Rules: []ReplyRule{
			{`should be of type OBJECT`, RuleRoot, "", "the root has the type object", "write \"type\": \"object\" at the root, and no union beside it"},
			{`didn't specify the schema type field`, RuleTyped, "", "every node has a type, or an anyOf of nodes that have one", "write the type here or on the branches below"},
			{`specified other fields alongside any_of`, RuleUnion, "anyOf", "an anyOf is the only member of its node", "move what is beside the anyOf into its branches"},
			{`[^\n]*required fields \['?(?P<name>[^'\]]*)`, RuleDeclared, "required", "required names $name, which properties does not declare", "declare $name or take it out of required"},
		},
	},
	{
		Provider: "Google",
		Path:     PathDots,
		Rules: []ReplyRule{
			{`required fields \['?(?P<name>[^'\]]*)'?[^\]]*\] are not defined in the schema properties`, RuleDeclared, "required", "required names $name, which properties does not declare", "declare $name or take it out of required"},
			{`Schema\.ref '(?P<value>[^']*)' was set alongside unsupported fields`, RuleRef, "ref|$ref", "only description and default stand beside a reference, here to $value", "move the other members into the definition"},
			{`reference to undefined schema at (?P<path>[^\s"']+)`, RuleRef, "$ref", "the reference finds nothing", "define the target or correct the reference"},
			{`exceeds the maximum allowed nesting depth`, RuleKeywords, "", "the schema is nested too deep", "make the schema flatter; references that were inlined count too"},
			{`produces a constraint that has too many states`, RuleKeywords, "", "the schema is too large: long names, big enums, bounds of arrays and numbers count", "shorten enums and drop bounds"},
			{`Invalid function name\. Must start with a letter or an underscore`, 0, "", "a tool's name begins with a letter or _ and holds letters, digits, _ . : - only, at most 64", "rename the tool"},
		},
	},
	{
		Provider: "Anthropic",
		Before:   `(?:tools\.(?P<index>\d+|N)\.(?:custom\.)?input_schema(?:\.(?P<path>[\w.$-]+))?: )?`,
		Path:     PathDots,
		Rules: []ReplyRule{
			{`input_schema does not support oneOf, allOf, or anyOf at the top level`, RuleRoot, "", "the root has no oneOf, anyOf or allOf", "move the union into a property, or make one object of the branches"},
			{`Property keys should match pattern '[^'\n]*'?`, RuleKeywords, "properties", "the names of the root's properties are made of letters, digits and _ . - only, at most 64", "rename the property"},
			{`JSON schema is invalid\. It must match JSON Schema draft 2020-12`, RuleDialect, "", "the schema is no valid JSON Schema 2020-12", "upgrade the schema: schemac upgrade does"},
			{`Field required`, 0, "", "the tool has no input_schema", "send the schema as input_schema"},
			{`For '\w+' type, property '(?P<key>\w+)' is not supported`, RuleKeywords, "", "strict mode does not have the keyword $key", "remove $key, or write what it says in the description"},
			{`Schemas? contains? too many optional parameters[^\n]*`, RuleRequired, "", "all strict tools of a request together have too many optional properties", "make properties required, or fewer tools strict"},
			{`Schemas? contains? too many parameters with union types[^\n]*`, RuleUnion, "", "all strict tools of a request together have too many nullable or union-typed properties", "make fewer properties nullable, or fewer tools strict"},
			{`Schema is too complex for compilation|The compiled grammar is too large`, RuleKeywords, "", "the strict tools of the request are too large together", "make fewer tools strict"},
		},
	},
	{
		Provider: "Bedrock",
		Before:   `The value at toolConfig\.tools\.(?P<index>\d+|N)\.toolSpec\.inputSchema\.json\.?(?P<path>[\w.]*) `,
		Path:     PathDots,
		Rules: []ReplyRule{
			{`must be one of the following: (?P<value>[\w, ]+)`, RuleRoot, "", "the value here is $value", "write \"type\": \"object\" at the root"},
		},
	},
	{
		Provider: "Moonshot (MFJS)",
		Before:   `At path '(?P<path>[^']*)': `,
		Path:     PathDots,
		Rules: []ReplyRule{
			{`when using anyOf, type should be defined in anyOf items instead of the parent schema`, RuleUnion, "type", "beside anyOf there is no type; each branch has its own", "move the type into the branches"},
			{`type is not defined`, RuleTyped, "", "every node has a type", "write the type"},
			{`items must be an object`, RuleItems, "items", "items is a schema object: no list, no true, no false", "write one schema for all items"},
			{`conflicting keywords found after \$ref expansion: keywords \((?P<key>[^)]*)\)[^\n]*`, RuleRef, "$ref", "$key stands beside the reference and in its target", "keep one of the two"},
			{`required property '(?P<name>[^']*)' is not defined in properties`, RuleDeclared, "required", "required names $name, which properties does not declare", "declare $name or take it out of required"},
			{`property name '(?P<name>[^']*)' is reserved for JSON Schema keywords`, RuleKeywords, "properties", "no property may be called $name", "rename the property"},
			{`keyword (?P<key>[\w$-]+) is not allowed in combination with multiple types`, RuleTypeList, "", "beside a list of types there is no $key", "make an anyOf with a branch for each type"},
			{`unsupported keywords: (?P<key>[\w$-]+)`, RuleKeywords, "", "there is no keyword $key", "remove $key, or write what it says in another way"},
		},
	},
	{
		Provider: "Moonshot",
		Rules: []ReplyRule{
			{`tools\.function\.parameters\.type is required and must be "object"`, RuleRoot, "", "the root has the type object", "write \"type\": \"object\" at the root"},
		},
	},
	{
		Provider: "Ollama",
		Before:   `(?:json: )?cannot unmarshal `,
		Path:     PathDots,
		Rules: []ReplyRule{
			{`(?P<value>\w+) into Go struct field ToolFunctionParameters\.tools\.function\.parameters\.(?P<path>properties) of type api\.ToolProperty`, RuleTyped, "", "a property's schema is an object, not a $value", "write {} for true, and leave out the property for false"},
			{`(?P<value>\w+) into Go struct field ToolFunctionParameters\.tools\.function\.parameters\.(?P<path>[\w.]+) of type \S+`, RuleTypeList, "", "the value here cannot be of the type $value", "write one type name"},
			{`(?P<value>\w+) into Go struct field \S*?\.(?P<path>[\w]+) of type (?:api\.\w+|string|\[\]string)`, RuleDialect, "", "the value here cannot be of the type $value", "write what JSON Schema 2020-12 has here"},
		},
	},
	{
		Provider: "llama.cpp",
		Rules: []ReplyRule{
			{`Unrecognized schema: (?P<value>[^\n"]+)`, RuleTyped, "", "the schema $value cannot be turned into a grammar", "write a type; for true write {}"},
			{`Pattern must start with '\^' and end with '\$'`, RuleRegex, "pattern", "a pattern begins with ^ and ends with $$", "anchor the pattern: ^.*( … ).*$$"},
			{`Unsupported ref: (?P<value>\S+)`, RuleRef, "$ref", "references are of the form #/$$defs/NAME, not $value", "move the definition into $$defs"},
			{`Error resolving ref (?P<value>\S+):`, RuleRef, "$ref", "the reference $value finds nothing: names with ~ / or % cannot be referred to", "rename the definition"},
			{`json\.exception\.type_error\.302\] type must be string, but is object`, RuleKeywords, "$ref", "no property may be called $$ref", "rename the property"},
			{`number of (?:rules that are going to be repeated multiplied by the new repetition|repetitions) exceeds sane defaults`, RuleKeywords, "maxLength|maxItems", "bounds of 2000 or more make the grammar too large: maxLength, maxItems, and {n,m} in patterns", "lower or drop the bound"},
			{`At least one of min_value or max_value must be set`, RuleKeywords, "maximum|minimum", "a bound is too large for the grammar", "drop the bound"},
			{`unknown escape[^\n]*`, RuleRegex, "pattern", "patterns have no \\d, \\w, \\s and \\b", "write classes: [0-9], [A-Za-z0-9_]"},
			{`(?:Failed to initialize samplers: )?failed to parse grammar`, RuleKeywords, "", "the tools together make a grammar that is too large or not valid", "send fewer or smaller tools"},
		},
	},
	{
		Provider: "LM Studio",
		Before:   `(?:tools\.(?P<index>\d+)\.)?(?:function\.)?parameters\.`,
		Path:     PathDots,
		Rules: []ReplyRule{
			{`(?P<path>[\w.]*)properties: Required`, RuleProperties, "", "the root has properties", "write \"properties\": {}"},
			{`(?P<path>[\w.]+): Required`, RuleKeywords, "", "a member is missing", "add it"},
			{`(?P<path>[\w.]+): Expected (?P<value>[\w ]+), received \w+`, RuleKeywords, "", "the value here is $value", "write it so"},
		},
	},
	{
		Provider: "LM Studio",
		Rules: []ReplyRule{
			{`Invalid discriminator value\. Expected 'object'`, RuleRoot, "", "the root has the type object", "write \"type\": \"object\" at the root"},
		},
	},
	{
		Provider: "xAI",
		Before:   `(?:(?P<tool>[\w.:-]+|<tool>): )?`,
		Rules: []ReplyRule{
			{`tool parameter root must be an object type`, RuleRoot, "", "the root is an object, and so is every branch of a union there", "move the union into a property, or make one object of the branches"},
		},
	},
	{
		Provider: "Groq",
		Before:   `invalid JSON schema for tool (?P<tool>[^\s,]+), tools\[(?P<index>\d+|N)\]\.function\.parameters: `,
		Rules: []ReplyRule{
			{`'required' present but 'properties' is missing`, RuleProperties, "required", "an object with required has properties", "declare the properties"},
			{`(?P<value>[^\n"]+)`, RuleDialect, "", "$value", "correct the schema"},
		},
	},
	{
		Provider: "Cerebras",
		Rules: []ReplyRule{
			{`Tools with mixed values for 'strict' are not allowed`, 0, "", "all tools of a request have the same strict flag", "send all strict or none"},
			{`Unsupported JSON schema fields: \{'?(?P<key>[^}',]*)[^}]*\}`, RuleKeywords, "", "strict mode does not have the keyword $key", "remove $key"},
		},
	},
	{
		Provider: "Mistral",
		Rules: []ReplyRule{
			{`Grammar error: at [^\n]*failed to compile JSON schema`, RuleKeywords, "$schema", "the schema cannot be compiled; $$schema and $$id are refused", "remove $$schema and $$id"},
			{`Invalid tool schema: [^\n]*is not valid under any of the given schemas`, RuleDialect, "", "the schema is no valid JSON Schema 2020-12", "upgrade the schema: schemac upgrade does"},
		},
	},
	{
		Provider: "vLLM",
		Rules: []ReplyRule{
			{`The provided JSON schema contains features not supported by xgrammar`, RuleKeywords, "", "the schema has keywords that the grammar engine lacks: multipleOf, uniqueItems, contains, some formats, pattern beside lengths", "remove them, or choose another engine"},
		},
	},
	{
		Provider: "Fireworks",
		Rules: []ReplyRule{
			{`JSON Schema not supported: could not understand the instance`, RuleTyped, "", "every branch of a union has a type", "write the type"},
		},
	},
	{
		Provider: "MCP",
		Before:   `(?:AddTool:? (?:tool )?"(?P<tool>[^"]*)": )?`,
		Rules: []ReplyRule{
			{`input schema must have type "object"`, RuleRoot, "", "the root has the type object", "write \"type\": \"object\" at the root"},
			{`property "(?P<name>[^"]*)": x-mcp-header can only be applied to primitive types`, RuleHeader, "x-mcp-header", "only a string, integer or boolean is sent as a header; $name is none", "remove x-mcp-header"},
		},
	},
}
