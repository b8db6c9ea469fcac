package main

import "github.com/schemac/schemac/diag"

// explainTargets are the codes of what single providers ask for.
var explainTargets = []explanation{
	{diag.BooleanWritten, `The target takes no true and false in the place of a schema. {} says what true says, and false at the end of a tuple is a count.`,
		"google-json", `{"type": "object", "properties": {"a": true}}`, ""},
	{diag.AdditionalWritten, `The provider takes an absent additionalProperties for false. What the schema means, that members it does not declare are accepted, is written out.`,
		"xai", `{"type": "object", "properties": {"a": {"type": "string"}}}`, ""},
	{diag.MapOpened, `The target takes true and false in additionalProperties and no schema. The values of the map are not constrained any more.`,
		"lm-studio", `{"type": "object", "properties": {}, "additionalProperties": {"type": "string"}}`, ""},
	{diag.UnionWidened, `The target takes no unions. What all branches share is left, and the branches are described in words.`,
		"cursor", `{"type": "object", "properties": {"a": {"anyOf": [{"type": "string"}, {"type": "integer"}]}}}`, ""},
	{diag.PatternRewritten, `The provider reads patterns in a way of its own: as if they began with ^ and ended with $, or without escapes for classes. The pattern is written so that it means there what it meant.`,
		"xai", `{"type": "object", "properties": {"a": {"type": "string", "pattern": "[0-9]+"}}, "additionalProperties": false}`, ""},
	{diag.CycleOptional, `The target takes recursion through optional properties only, so that a value can end. A property on the way is optional now.`,
		"google-json", `{"type": "object", "properties": {"next": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"type": "object", "properties": {"next": {"$ref": "#/$defs/n"}}, "required": ["next"]}}}`, ""},
	{diag.PropertyName, `The provider refuses a property of this name, and with it the request. The property could not get another name either: a pattern of the schema, a literal or a schema that the plan does not reach speaks of it by this one.`,
		"anthropic", `{"type": "object", "properties": {"filter[id]": {"type": "string"}}, "patternProperties": {"\\[": {"minLength": 1}}}`, ""},
	{diag.PropertyRenamed, `The provider refuses a property of this name, so it gets another one, and its description says what it is called. schemac restore gives the model's arguments the old name again. In an object that takes further members, one that is called like either of the two cannot be told from it.`,
		"anthropic", `{"type": "object", "properties": {"filter[id]": {"type": "string"}}, "required": ["filter[id]"]}`, ""},
	{diag.ToolNameAdvice, `The protocol says that tools should not be called so. It is a recommendation: the tool is sent as it is.`,
		"", "", ""},
	{diag.ToolName, `The provider refuses a tool of this name, and with it the request.`,
		"", "", ""},
	{diag.ToolDescription, `The provider takes a description with at least one character, or none.`,
		"", "", ""},
	{diag.ToolCount, `There are more tools than the provider takes in one request.`,
		"", "", ""},
	{diag.ToolBytes, `The tools together are larger than the provider takes in one request.`,
		"", "", ""},
	{diag.LimitExceeded, `The schema is larger than the provider takes. The count is exact; how the provider counts may differ where its documents do not say.`,
		"google-json", `{"type": "object", "properties": {"a": {"type": "array", "items": {"type": "string"}, "maxItems": 1000}}}`, ""},
	{diag.BudgetExceeded, `All strict tools of a request share a budget, and this one did not fit beside the others. It is sent in its plain form, without strict.`,
		"", "", ""},
}
