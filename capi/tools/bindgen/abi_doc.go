package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

const preamble = `# The C library

This is what the comments of apportion.h say.
`

// document is what is being written.
type document struct {
	bytes.Buffer
	functions map[string]bool // names, which become links
}

func (d *document) line(format string, args ...any) { fmt.Fprintf(d, format+"\n", args...) }

// abiDocument returns the header's comments as a page.
func abiDocument(h *header) (string, error) {
	d := &document{functions: map[string]bool{}}
	for _, f := range h.functions {
		d.functions[f.name] = true
	}
	d.WriteString(preamble)
	d.overview(h.items[0].comment)
	for _, i := range h.items[1:] {
		if err := d.item(i); err != nil {
			return "", err
		}
	}
	return d.String(), nil
}

func isFunction(code string) bool { return strings.HasPrefix(code, "int32_t apportion_") }

func (d *document) item(i item) error {
	switch {
	case i.section != "":
		d.line("\n%s %s", strings.Repeat("#", i.depth+1), sentence(i.section))
	case isFunction(i.code):
		f, err := parseFunction(i)
		if err != nil {
			return err
		}
		d.function(&f)
	case strings.HasPrefix(i.code, "typedef struct"):
		d.structure(i)
	case strings.HasPrefix(i.code, "typedef char"): // an assertion
	case strings.HasPrefix(i.code, "typedef"):
		d.prose(i.comment)
		d.line("\n```c\n%s```", i.code)
	case strings.HasPrefix(i.code, "#define APPORTION_") && !strings.Contains(i.code, "_INIT"):
		if !strings.HasPrefix(i.code, "#define APPORTION_H\n") {
			d.constants(i)
		}
	case i.code == "":
		d.prose(i.comment)
	}
	return nil
}

var capitals = regexp.MustCompile(`^([A-Z][A-Z ]+[A-Z])\b\.?,? ?`)

// overview is the comment at the head of the file: a paragraph that begins in
// capitals begins a section.
func (d *document) overview(comment string) {
	_, comment, _ = strings.Cut(comment, "- ") // the file's name
	comment = withoutGaps(strings.ToUpper(comment[:1]) + comment[1:])
	for _, paragraph := range strings.Split(comment, "\n\n") {
		if m := capitals.FindStringSubmatch(paragraph); m != nil {
			d.line("\n## %s", sentence(strings.ToLower(m[1])))
			if strings.HasSuffix(strings.TrimRight(m[0], " "), ".") {
				paragraph = paragraph[len(m[0]):]
			} else {
				paragraph = sentence(strings.ToLower(m[1])) + paragraph[len(m[1]):]
			}
		}
		d.prose(paragraph)
	}
}

// sentence begins with a capital, and knows the one name among the headings.
func sentence(s string) string {
	return strings.ToUpper(s[:1]) + strings.ReplaceAll(s[1:], "he go runtime", "he Go runtime")
}

// codeGap is an empty line within code.
var codeGap = regexp.MustCompile(`(?m)^(    .*)\n\n    `)

// withoutGaps keeps code with empty lines in it one paragraph.
func withoutGaps(text string) string { return codeGap.ReplaceAllString(text, "$1\n    \n    ") }

// prose writes paragraphs: what is set in by four is code.
func (d *document) prose(text string) {
	for _, paragraph := range strings.Split(withoutGaps(strings.Trim(text, "\n")), "\n\n") {
		switch {
		case paragraph == "":
		case strings.HasPrefix(paragraph, "    "):
			d.line("\n```c\n%s\n```", strings.ReplaceAll(strings.TrimPrefix(paragraph, "    "), "\n    ", "\n"))
		case strings.HasPrefix(paragraph, "  - "):
			d.line("\n%s", d.marked(strings.ReplaceAll(strings.TrimPrefix(paragraph, "  "), "\n  ", "\n")))
		default:
			d.line("\n%s", d.marked(paragraph))
		}
	}
}

var (
	identifier = regexp.MustCompile(`\*?\b(?:\w+_\w*|_\w+)(?:\.\w+)?(?:\.\.\.)?|\*\w+\b|\bu\b|SIG[A-Z]+\b`)
	special    = strings.NewReplacer("<", `\<`, "|", `\|`)
)

// marked sets the names in a text as code, and those of functions as links.
func (d *document) marked(text string) string {
	var b strings.Builder
	for {
		at := identifier.FindStringIndex(text)
		if at == nil {
			b.WriteString(special.Replace(text))
			return b.String()
		}
		b.WriteString(special.Replace(text[:at[0]]))
		name := text[at[0]:at[1]]
		if d.functions[name] {
			fmt.Fprintf(&b, "[`%s`](#%s)", name, name)
		} else {
			fmt.Fprintf(&b, "`%s`", name)
		}
		text = text[at[1]:]
	}
}

// joined is a text in one line.
func (d *document) joined(text string) string {
	return d.marked(strings.Join(strings.Fields(text), " "))
}

func (d *document) function(f *function) {
	d.line("\n#### %s\n\n```c\n%s\n```", f.name, f.prototype)
	d.prose(f.text)
	d.line("\n- **Threads:** %s", d.joined(f.threads))
	d.line("- **Ownership:** keeps %s", d.joined(f.keeps))
	d.line("- **Errors:** %s", d.joined(f.errors))
	d.line("- **Cost:** %s", d.joined(f.costs))
	d.line("- **Since:** %s", d.joined(f.since))
}

// constants are a table, or a line if there is one of them.
func (d *document) constants(i item) {
	d.prose(i.comment)
	d.line("\n| constant | value | |\n| --- | --- | --- |")
	for _, c := range constantsIn(i.code) {
		d.line("| `APPORTION_%s` | %s | %s |", c.name, c.value, d.joined(c.comment))
	}
}

var declaredStruct = regexp.MustCompile(`(?m)^typedef struct (\w+) \{`)

// structure is a struct: what it is, and its fields as they stand in the
// header, whose comments belong to them.
func (d *document) structure(i item) {
	for _, m := range declaredStruct.FindAllStringSubmatch(i.code, -1) {
		d.line("\n#### %s", m[1])
	}
	d.prose(i.comment)
	d.line("\n```c\n%s```", i.code)
}
