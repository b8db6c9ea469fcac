package target

import "github.com/schemac/schemac/ast"

// MCP is inputSchema of the Model Context Protocol, newest revision. It
// is one of the fixed five.
var MCP = Target{
	ID:          "mcp",
	Alias:       []string{"mcp-2026-07-28"},
	Since:       "2026-07-28",
	Title:       "Model Context Protocol inputSchema (2026-07-28)",
	Keywords:    all.AndNot(ast.Set(ast.KwSchema, ast.KwNullable)).AndNot(legacy),
	KeepUnknown: true,
	Root:        RootTyped,
	Union:       UnionAny,
	Literals:    LiteralsEnum,
	Null:        NullType,
	TypeNull:    true,
	TypeList:    true,
	BoolSchema:  true,
	Tool:        ToolLimits{Name: mcpName},
	Fallback:    FallbackEmpty,
	Envelope:    EnvelopeMCP,
	Audit: Audit{
		Prefix: "mcp", Noun: "MCP schema",
		Forbidden:  ast.Set(ast.KwSchema, ast.KwNullable),
		Metaschema: true,
		Header:     ast.KwXMCPHeader,
	},
	Evidence: []Evidence{
		{"the root type is object; combinators may stand beside it since 2026-07-28 (SEP-2106)", "MCP specification, revision 2026-07-28", "2026-07-28"},
		{"2020-12 is the dialect when $schema is absent (SEP-1613)", "MCP specification, revision 2025-11-25", "2025-11-25"},
		{"references to other documents must not be fetched and should be refused", "MCP specification, revision 2026-07-28", "2026-07-28"},
		{"x-mcp-header: a non-empty HTTP token on a string, integer or boolean property reached by properties alone (SEP-2243)", "MCP specification, revision 2026-07-28", "2026-07-28"},
		{"a tool name should be 1 to 128 of A-Za-z0-9_-.", "MCP specification, revision 2025-11-25", "2025-11-25"},
		{"a choice of constants becomes an enum, which clients that convert schemas understand; the specification does not ask for it", "no source", "2026"},
	},
	Grounds: []Ground{
		{"the root type is object", RuleRoot, ast.KwSet{}},
		{"2020-12 is the dialect", RuleDialect | RuleKeywords, ast.Set(ast.KwSchema, ast.KwNullable)},
		{"references to other documents", RuleRef, ast.KwSet{}},
		{"x-mcp-header", RuleHeader, ast.Set(ast.KwXMCPHeader)},
		{"a tool name", RuleTools, ast.KwSet{}},
		{"a choice of constants", RuleLiterals, ast.KwSet{}},
	},
}

// mcpName is what the specification says a tool should be called.
var mcpName = NameRule{Rest: "a-zA-Z0-9_.-", Max: 128, NotEmpty: true, Advice: true}

// MCP20251125 is inputSchema of the revision before, whose root is a plain
// object.
var MCP20251125 = MCP.with(func(t *Target) {
	t.ID = "mcp-2025-11-25"
	t.Title = "Model Context Protocol inputSchema (2025-11-25)"
	t.Of, t.Since = "mcp", "2025-11-25"
	t.Keywords = t.Keywords.AndNot(ast.Set(ast.KwXMCPHeader))
	t.Root = RootPlain
	t.RootRefuses = ast.Set(ast.KwIf, ast.KwThen, ast.KwElse)
	t.JoinLiterals = true
	t.Audit.Prefix, t.Audit.Noun = "mcp-2025", "MCP schema"
	t.Audit.Forbidden.Add(ast.KwXMCPHeader)
	t.Audit.Header = ast.Unknown
	t.Evidence = []Evidence{
		{"inputSchema is {$schema?, type: object, properties?, required?}; combinators and if at the root are legal from 2026-07-28 on", "MCP specification, revision 2025-11-25; SEP-2106", "2025-11-25"},
		{"2020-12 is the dialect when $schema is absent (SEP-1613)", "MCP specification, revision 2025-11-25", "2025-11-25"},
		{"a choice of constants becomes an enum, which clients that convert schemas understand; the specification does not ask for it", "no source", "2026"},
		{"a tool name should be 1 to 128 of A-Za-z0-9_-.", "MCP specification, revision 2025-11-25", "2025-11-25"},
		{"x-mcp-header is of the next revision (SEP-2243)", "MCP specification, revision 2026-07-28", "2026-07-28"},
	}
	t.Grounds = []Ground{
		{"inputSchema is", RuleRoot, ast.KwSet{}},
		{"2020-12 is the dialect", RuleDialect | RuleKeywords, ast.Set(ast.KwSchema, ast.KwNullable)},
		{"a choice of constants", RuleLiterals, ast.KwSet{}},
		{"a tool name", RuleTools, ast.KwSet{}},
		{"x-mcp-header is", 0, ast.Set(ast.KwXMCPHeader)},
	}
})
