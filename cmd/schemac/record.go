package main

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/schemac/schemac"
	"github.com/schemac/schemac/diag"
	"github.com/schemac/schemac/emit"
)

// appendRecord appends the ndjson line of a result, without the line's end:
//
//	{"source","tool","target","strict","verdict":[…],"schema","diagnostics":[…],"restore"}
//
// restore is the plan that maps arguments back, null if there is nothing to map.
// places are those of the result's diagnostics. Programs read this: members are
// neither added nor reordered.
func appendRecord(dst []byte, r *schemac.Result, places []diag.Place) []byte {
	dst = append(dst, `{"source":`...)
	dst = appendString(dst, r.Tool.Source.Name)
	dst = append(dst, `,"tool":`...)
	dst = appendString(dst, r.Tool.Name)
	dst = append(dst, `,"target":`...)
	dst = appendString(dst, r.Target.ID)
	dst = append(dst, `,"strict":`...)
	if r.HasStrict {
		dst = strconv.AppendBool(dst, r.Strict)
	} else {
		dst = append(dst, "null"...)
	}
	dst = append(dst, `,"verdict":`...)
	dst = appendNames(dst, r.Verdict.Names())
	dst = append(dst, `,"schema":`...)
	if r.Schema == nil {
		dst = append(dst, "null"...)
	} else {
		dst = emit.Format(dst, r.Schema, emit.Options{})
	}
	dst = append(dst, `,"diagnostics":[`...)
	for i := range r.Diagnostics {
		if i > 0 {
			dst = append(dst, ',')
		}
		d := &r.Diagnostics[i]
		dst = append(dst, `{"code":`...)
		dst = appendString(dst, string(d.Code))
		dst = append(dst, `,"severity":`...)
		dst = appendString(dst, d.Severity.String())
		dst = append(dst, `,"loss":`...)
		dst = appendNames(dst, d.Loss.Names())
		dst = appendPlace(dst, places[i])
		dst = append(dst, `,"message":`...)
		dst = appendString(dst, d.Message())
		dst = append(dst, '}')
	}
	dst = append(dst, `],"restore":`...)
	return append(r.Plan.AppendJSON(dst), '}')
}

// appendPlace appends the three members of a place.
func appendPlace(dst []byte, p diag.Place) []byte {
	dst = append(dst, `,"pointer":`...)
	dst = appendString(dst, p.Pointer)
	dst = append(dst, `,"line":`...)
	dst = strconv.AppendInt(dst, int64(p.Line), 10)
	dst = append(dst, `,"column":`...)
	return strconv.AppendInt(dst, int64(p.Column), 10)
}

func appendNames(dst []byte, names []string) []byte {
	dst = append(dst, '[')
	for i, n := range names {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(dst, n)
	}
	return append(dst, ']')
}

// appendString appends a JSON string. File names need not be Unicode; what is
// not becomes U+FFFD, which is all that the error of AppendQuote says.
func appendString(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}
