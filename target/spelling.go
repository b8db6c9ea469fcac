package target

// Spelling is how words of IDs are written in the identifiers of generated code
// where a capital letter alone will not do: openai-strict is OpenAIStrict.
var Spelling = map[string]string{
	"cpp":      "CPP",
	"deepseek": "DeepSeek",
	"json":     "JSON",
	"lm":       "LM",
	"mcp":      "MCP",
	"openai":   "OpenAI",
	"vllm":     "VLLM",
	"vscode":   "VSCode",
	"xai":      "XAI",
}
