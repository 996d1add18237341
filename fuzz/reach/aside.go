package main

import "regexp"

// aside are files that a hunt has no business in, and why.
var aside = []struct {
	files *regexp.Regexp
	why   string
}{
	{regexp.MustCompile(`invariants|internal/[a-z]+/validate`), "the invariants' own complaints, which are for a broken allocator"},
	{regexp.MustCompile(`^core/internal/(explain/(text|json)|snapshot/state_json)`), "explanations and state as text, which core's tests compare word by word"},
	{regexp.MustCompile(`^core/internal/jsontext/`), "text that core's tests compare"},
}

// reasonFor is why a file is left out, empty if it is not.
func reasonFor(file string) string {
	for _, a := range aside {
		if a.files.MatchString(file) {
			return a.why
		}
	}
	return ""
}
