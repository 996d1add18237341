package main

import (
	"fmt"
	"regexp"
	"strings"
)

const preamble = `# The C library

This is what the comments of apportion.h say.
`

// declared finds the names of functions and structs, which become headings.
var declared = regexp.MustCompile(`(?m)^(?:int32_t|typedef struct) (apportion_\w+)(?:\(| \{)`)

// conditional is what compilers alone have to know.
var conditional = regexp.MustCompile(`^(#(if|endif|include)|typedef char)`)

// abiDocument returns the header as a page: its headings, and each comment as prose above the
// declarations that it is about.
func abiDocument(h *header) string {
	var b strings.Builder
	b.WriteString(preamble)
	for _, i := range h.items {
		if i.section != "" {
			fmt.Fprintf(&b, "\n%s %s\n", strings.Repeat("#", i.depth+1), sentence(i.section))
		}
		for _, m := range declared.FindAllStringSubmatch(i.code, -1) {
			fmt.Fprintf(&b, "\n#### %s\n", m[1])
		}
		writeProse(&b, i.comment)
		if i.code != "" && !conditional.MatchString(i.code) {
			fmt.Fprintf(&b, "\n```c\n%s```\n", i.code)
		}
	}
	return b.String()
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// codeGap is an empty line within code.
var codeGap = regexp.MustCompile(`(?m)^(    .*)\n\n    `)

// writeProse writes paragraphs: what is set in by four is code.
func writeProse(b *strings.Builder, text string) {
	text = codeGap.ReplaceAllString(strings.Trim(text, "\n"), "$1\n    \n    ")
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		switch {
		case paragraph == "":
		case strings.HasPrefix(paragraph, "    "):
			fmt.Fprintf(b, "\n```c\n%s\n```\n", strings.ReplaceAll(strings.TrimPrefix(paragraph, "    "), "\n    ", "\n"))
		default:
			fmt.Fprintf(b, "\n%s\n", marked(paragraph))
		}
	}
}

var (
	identifier = regexp.MustCompile(`\*?\b(?:\w+_\w*|_\w+)(?:\.\w+)?(?:\.\.\.)?|\*\w+\b|\bSIG[A-Z]+\b`)
	special    = strings.NewReplacer("<", `\<`, "|", `\|`)
)

// marked sets the names in a text as code.
func marked(text string) string {
	return identifier.ReplaceAllString(special.Replace(text), "`$0`")
}
