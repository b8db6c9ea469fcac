package main

import "github.com/schemac/schemac/diag"

// explanation is what schemac explain says of a code beside its row. A test
// compiles Input for Target with Args and demands the code.
type explanation struct {
	Code    diag.Code
	Meaning string
	// Target and Input are the example; without one there is only the meaning.
	Target, Input string
	// Args are further arguments of schemac compile: "--strict require".
	Args string
}

// upgrade in the place of a target makes the example one of schemac upgrade,
// which keeps to the letter of the declared dialect where compile reads what was
// meant.
const upgrade = "upgrade"

// explainParse are the codes of the parser and of the envelope reader.
var explainParse = []explanation{
	{diag.SyntaxError, `The text is not JSON (RFC 8259). schemac takes no comments, no trailing commas and no NaN, for no provider does.`,
		"mcp", `{"type": "object",}`, ""},
	{diag.DuplicateMember, `An object has two members of one name. Programs disagree on which of the two counts, so schemac takes neither.`,
		"mcp", `{"type": "object", "type": "string"}`, ""},
	{diag.InvalidUTF8, `A string holds bytes that are no UTF-8, or an escape of half a surrogate pair. Providers refuse or replace it.`,
		"mcp", `{"type": "object", "title": "\ud800"}`, ""},
	{diag.ByteOrderMark, `The file begins with the bytes EF BB BF. Some editors write them; JSON parsers refuse them.`,
		"mcp", "\ufeff" + `{"type": "object"}`, ""},
	{diag.TrailingData, `Something follows the value that the text consists of.`,
		"mcp", `{"type": "object"} 1`, ""},
	{diag.TooDeep, `The nesting exceeds the limit that protects against hostile input. No real tool comes near the default of 1000 levels; providers stop far below it.`,
		"mcp", `{"type": "object", "properties": {"a": {"type": "object"}}}`, "--max-depth 2"},
	{diag.TooLarge, `The input exceeds a limit that protects against hostile input: 4 GiB of text, or too many tools in one list.`,
		"", "", ""},
	{diag.EmptyInput, `There is nothing but white space. Often a command before the pipe has failed.`,
		"mcp", "\n", ""},
	{diag.NotASchema, `Where a schema belongs stands another kind of value. A schema is an object, true or false.`,
		"mcp", `{"name": "t", "inputSchema": 3}`, ""},
	{diag.NoTools, `The JSON is in none of the forms in which tools or schemas come, or a tool in it has no name.`,
		"mcp", `{"tools": [3]}`, ""},
	{diag.UnknownDialect, `$schema names a dialect that schemac cannot read, so that it cannot know what the keywords mean.`,
		"mcp", `{"$schema": "https://example.com/my-dialect", "type": "object"}`, ""},
	{diag.RefDangling, `A reference points into the document and there is nothing at that place. Providers refuse it, or read it as "anything".`,
		"mcp", `{"type": "object", "properties": {"a": {"$ref": "#/$defs/missing"}}}`, ""},
	{diag.RefExternal, `A reference points to another document. schemac opens no file and no connection on behalf of a schema.`,
		"mcp", `{"type": "object", "properties": {"a": {"$ref": "https://example.com/a.json"}}}`, ""},
	{diag.KeywordMalformed, `A keyword has a value it cannot have. A validator ignores or refuses the schema; here the keyword constrains nothing.`,
		"mcp", `{"type": "object", "properties": {"n": {"type": "integer", "minimum": "3"}}}`, ""},
	{diag.KeywordUnknown, `A member is no keyword of JSON Schema. Often it is misspelt, sometimes a private extension.`,
		"mcp", `{"type": "object", "propertees": {"a": {"type": "string"}}}`, ""},
	{diag.KeywordFuture, `A keyword is newer than the dialect that the schema declares, where it means nothing. schemac upgrade reads it so; schemac compile takes it as it was meant.`,
		upgrade, `{"$schema": "http://json-schema.org/draft-04/schema#", "type": "object", "properties": {"a": {"const": 1}}}`, ""},
	{diag.KeywordUpgraded, `An old spelling was written as 2020-12 has it. Both accept the same.`,
		"mcp", `{"type": "object", "properties": {"n": {"type": "number", "minimum": 0, "exclusiveMinimum": true}}}`, ""},
	{diag.RefSiblingIgnored, `In draft-07 and before, keywords beside $ref are ignored. schemac upgrade reads them so; schemac compile takes them as they were meant.`,
		upgrade, `{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"a": {"$ref": "#/definitions/s", "minLength": 3}}, "definitions": {"s": {"type": "string"}}}`, ""},
	{diag.RequiredRepeated, `A name stands in required more than once. It counts once.`,
		"mcp", `{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a", "a"]}`, ""},
	{diag.RequiredMoved, `required: true on a property is the spelling of draft-03, and a common slip. The name moved to the list of the object around it.`,
		"mcp", `{"type": "object", "properties": {"a": {"type": "string", "required": true}}}`, ""},
	{diag.TypeCase, `A type name has the wrong case. The provider that writes STRING means the same type.`,
		"mcp", `{"type": "OBJECT", "properties": {"a": {"type": "String"}}}`, ""},
	{diag.TypeRepeated, `A name stands in a list of types more than once. It counts once where no dialect is declared; a declared one forbids it, and the list is no type then.`,
		"mcp", `{"type": "object", "properties": {"a": {"type": ["string", "string", "null"]}}}`, ""},
	{diag.NoEquivalent, `The schema needs something that JSON Schema 2020-12 does not have, such as a vocabulary of its own that its metaschema requires.`,
		"", "", ""},
	{diag.Unwritable, `A file that schemac upgrade -w should rewrite cannot be written.`,
		"", "", ""},
	{diag.Unreadable, `The file is not there, may not be read, or is larger than --max-bytes.`,
		"", "", ""},
	{diag.NoParameters, `A tool comes without a schema. It is compiled as a tool without arguments.`,
		"openai-responses", `{"tools": [{"name": "ping", "description": "Says pong."}]}`, ""},
	{diag.DuplicateTool, `Two tools of a list, or of two files that are read together, have one name. Providers refuse the whole request then.`,
		"mcp", `{"tools": [{"name": "t", "inputSchema": {"type": "object"}}, {"name": "t", "inputSchema": {"type": "object"}}]}`, ""},
	{diag.ToolSkipped, `A member of the list is a tool that a provider has built in. It has no schema and nothing to compile.`,
		"mcp", `{"tools": [{"type": "web_search"}, {"type": "function", "name": "t", "parameters": {"type": "object", "properties": {}}}]}`, ""},
	{diag.MemberForeign, `A tool of one protocol has members that the provider's envelope has no place for and that the provider refuses. Members that no protocol knows stay.`,
		"google", `{"tools": [{"name": "t", "title": "T", "inputSchema": {"type": "object", "properties": {}}}]}`, ""},
	{diag.OutputBare, `The input is the schema of a structured output, a response_format for one. The target has no form for it that schemac knows, or takes one only if it is strict. A function tool would be something else, so the schema alone is written.`,
		"mcp", `{"response_format": {"type": "json_schema", "json_schema": {"name": "answer", "schema": {"type": "object", "properties": {}}}}}`, ""},
	{diag.MemberIgnored, `A tool has its schema in two members, in the forms of two providers. The first one counts.`,
		"mcp", `{"tools": [{"name": "t", "inputSchema": {"type": "object"}, "parameters": {"type": "object"}}]}`, ""},
}
