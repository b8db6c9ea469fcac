package parse

import (
	"strings"

	"github.com/schemac/schemac/ast"
)

// drafts is a set of dialects.
type drafts uint16

const (
	d3  drafts = 1 << ast.Draft03
	d4  drafts = 1 << ast.Draft04
	d6  drafts = 1 << ast.Draft06
	d7  drafts = 1 << ast.Draft07
	d19 drafts = 1 << ast.Draft2019
	d20 drafts = 1 << ast.Draft2020
	oas drafts = 1 << ast.OpenAPI30
	und drafts = 1 << ast.Undeclared

	all    = d3 | d4 | d6 | d7 | d19 | d20 | oas | und
	from04 = all &^ d3 // OpenAPI 3.0 grew out of draft 04
	from06 = from04 &^ (d4 | oas)
	from07 = from06 &^ d6
	from19 = from07 &^ d7
	from20 = from19 &^ d19

	// refAlone are the dialects in which $ref replaces the whole schema: its
	// siblings mean nothing.
	refAlone = d3 | d4 | d6 | d7 | oas
)

func (d drafts) has(x ast.Draft) bool { return d&(1<<x) != 0 }

const dialect2020 = "https://json-schema.org/draft/2020-12/schema"

// dialects are the declared dialects by the part of the URI after the host.
var dialects = [...]struct {
	path  string
	draft ast.Draft
}{
	{"json-schema.org/draft-03/schema", ast.Draft03},
	{"json-schema.org/draft-03/hyper-schema", ast.Draft03},
	{"json-schema.org/draft-04/schema", ast.Draft04},
	{"json-schema.org/draft-04/hyper-schema", ast.Draft04},
	{"json-schema.org/draft-05/schema", ast.Draft04}, // draft 05 changed no words of validation
	{"json-schema.org/draft-05/hyper-schema", ast.Draft04},
	{"json-schema.org/draft-06/schema", ast.Draft06},
	{"json-schema.org/draft-06/hyper-schema", ast.Draft06},
	{"json-schema.org/draft-07/schema", ast.Draft07},
	{"json-schema.org/draft-07/hyper-schema", ast.Draft07},
	{"json-schema.org/draft/2019-09/schema", ast.Draft2019},
	{"json-schema.org/draft/2019-09/hyper-schema", ast.Draft2019},
	{"json-schema.org/draft/2020-12/schema", ast.Draft2020},
	{"json-schema.org/draft/2020-12/hyper-schema", ast.Draft2020},
	{"spec.openapis.org/oas/3.1/dialect/base", ast.Draft2020}, // 2020-12 and annotations
	{"spec.openapis.org/oas/3.1/schema-base/2022-10-07", ast.Draft2020},
	{"json-schema.org/schema", ast.Undeclared}, // "the latest": says nothing
}

// Dialect returns the draft that a $schema URI declares: http or https, with or
// without an empty fragment, the host in any case.
func Dialect(uri string) (ast.Draft, bool) {
	uri = strings.TrimSuffix(strings.TrimSpace(uri), "#")
	uri = strings.TrimSuffix(uri, "/")
	colon := strings.Index(uri, "://")
	if colon < 0 {
		return 0, false
	}
	if scheme := uri[:colon]; !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
		return 0, false
	}
	rest := uri[colon+3:]
	host, path, _ := strings.Cut(rest, "/")
	host = strings.TrimPrefix(strings.ToLower(host), "www.")
	for i := range dialects {
		if h, p, _ := strings.Cut(dialects[i].path, "/"); h == host && p == path {
			return dialects[i].draft, true
		}
	}
	return 0, false
}
