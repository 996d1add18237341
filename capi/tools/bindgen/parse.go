package main

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
)

// item is a comment of the header and the declarations that it stands above.
type item struct {
	section string // the heading that the item is the first under, or ""
	depth   int    // of that heading: 1 or 2
	comment string // without its marks, lines kept
	code    string // declarations, with the comments inside them
}

var (
	major = regexp.MustCompile(`^/\* -{10,} (.*) \*/$`)
	minor = regexp.MustCompile(`^/\* --- (.*) \*/$`)
)

// parse splits the header into items. It knows the header's habits and no
// more of C: a comment that starts a line begins an item, and a blank line
// ends it, where no brace is open.
func parse(header string) []item {
	var (
		items   []item
		now     item
		comment []string
		within  bool // a comment that started a line
		braces  int
	)
	end := func() {
		if now.comment+now.code+now.section != "" {
			items = append(items, now)
		}
		now = item{}
	}
	for line := range strings.Lines(header) {
		line = strings.TrimRight(line, "\n")
		switch {
		case within || braces == 0 && strings.HasPrefix(line, "/*"):
			if m, depth := heading(line); m != "" {
				end()
				items = append(items, item{section: m, depth: depth})
				continue
			}
			if !within && now.code != "" {
				end()
			}
			within = !strings.HasSuffix(line, "*/")
			comment = append(comment, unmark(line))
			if !within {
				now.comment, comment = strings.Join(comment, "\n"), nil
			}
		case line == "" && braces == 0:
			end()
		case line == `extern "C" {` || line == "}": // no declaration's brace
		default:
			braces += strings.Count(line, "{") - strings.Count(line, "}")
			now.code += line + "\n"
		}
	}
	end()
	return items
}

func heading(line string) (string, int) {
	if m := major.FindStringSubmatch(line); m != nil {
		return m[1], 1
	}
	if m := minor.FindStringSubmatch(line); m != nil {
		return m[1], 2
	}
	return "", 0
}

// unmark removes the marks of a comment from one of its lines.
func unmark(line string) string {
	line = strings.TrimSuffix(line, "*/")
	line = strings.TrimPrefix(line, "/*")
	line = strings.TrimPrefix(line, " *")
	return strings.TrimRight(strings.TrimPrefix(line, " "), " ")
}

// function is a function's declaration, and its comment taken apart.
type function struct {
	name, prototype               string
	text                          string
	threads, keeps, errors, costs string
	since                         string
	parameters                    []field
}

var labels = regexp.MustCompile(`(?:^| )(Threads|Keeps|Errors|Cost|Since): `)

func parseFunction(i item) (function, error) {
	f := function{prototype: strings.TrimSpace(i.code)}
	head, _, _ := strings.Cut(f.prototype, "(")
	f.name = strings.TrimPrefix(head, "int32_t ")
	facts := ""
	if last := strings.LastIndex(i.comment, "\n\n"); last >= 0 {
		f.text, facts = i.comment[:last], i.comment[last:]
	}
	facts = strings.Join(strings.Fields(facts), " ")
	at := labels.FindAllStringSubmatchIndex(facts, -1)
	found := map[string]string{}
	for n, m := range at {
		end := len(facts)
		if n+1 < len(at) {
			end = at[n+1][0]
		}
		found[facts[m[2]:m[3]]] = strings.TrimSuffix(strings.TrimSpace(facts[m[1]:end]), ".")
	}
	f.threads, f.keeps, f.errors, f.costs, f.since =
		found["Threads"], found["Keeps"], found["Errors"], found["Cost"], cmp.Or(found["Since"], "1")
	if f.threads == "" || f.keeps == "" || f.errors == "" || f.costs == "" {
		return f, fmt.Errorf("%s: the comment lacks Threads, Keeps, Errors or Cost", f.name)
	}
	return f, nil
}
