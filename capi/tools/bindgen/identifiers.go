package main

import (
	"cmp"
	"strings"
)

// goField is a field's name in cgo, which puts _ before Go's own words.
func goField(name string) string {
	if name == "type" {
		return "_type"
	}
	return name
}

// initialisms are the words that Go writes in its own way.
var initialisms = map[string]string{"id": "ID", "gpu": "GPU"}

// goName returns role_weight and ROLE_WEIGHT as RoleWeight.
func goName(name string) string { return camelCase(name, initialisms) }

// camelCase is a name without underscores, with these words in their own way.
func camelCase(name string, special map[string]string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(strings.ToLower(name), "_") {
		b.WriteString(cmp.Or(special[word], strings.ToUpper(word[:1])+word[1:]))
	}
	return b.String()
}
