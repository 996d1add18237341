package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

// inC are the core's calls that have other names in C.
var inC = map[string]string{
	"Allocated":                    "agent_allocated",
	"InternItem":                   "declare_item",
	"InternKind":                   "declare_kind",
	"InternRole":                   "declare_role",
	"New":                          "create",
	"OfferedOrAllocated":           "agent_held",
	"TransitionOfferedToAllocated": "transition",
}

// alwaysPossible are the codes that the header's ERRORS have for all functions with
// a parameter of the type, and that the functions' own comments leave out.
var alwaysPossible = []struct{ parameter, codes string }{
	{`apportion_agent \w+|const apportion_agent \*`, "UNKNOWN_AGENT STALE"},
	{`apportion_framework \w+`, "UNKNOWN_FRAMEWORK STALE"},
	{`apportion_role \w+|apportion_(role|usage|role_quota|role_weight|role_rank|agent_info|framework_info) \*`, "UNKNOWN_ROLE"},
	{`const apportion_(resource|usage|conversion|agent_info|agent_update) \*`, "UNKNOWN_KIND UNKNOWN_ITEM AMOUNT INVALID"},
}

// TestErrorsAreTheCores: a function's comment in the header lists each code that
// its counterpart in the core does. A test of the core's holds that list to be
// complete.
func TestErrorsAreTheCores(t *testing.T) {
	header := read(t, "../../include/apportion.h")
	function := regexp.MustCompile(`(?s)/\*((?:[^*]|\*[^/])*)\*/\s*int32_t apportion_(\w+)\(([^)]*)\)`)
	comments, parameters := map[string]string{}, map[string]string{}
	for _, m := range function.FindAllStringSubmatch(header, -1) {
		comments[m[2]], parameters[m[2]] = unwrap(m[1], " *"), unwrap(m[3], "")
	}
	compared := 0
	for call, codes := range errorsOfCore(t) {
		name, ok := inC[call]
		if !ok {
			name = snakeCase(call)
		}
		comment, ok := comments[name]
		if !ok {
			continue // what C has no function for
		}
		compared++
		_, listed, _ := strings.Cut(comment, "Errors: ")
		listed, _, _ = strings.Cut(listed, " Cost: ")
		known := regexp.MustCompile(`\b[A-Z_]{4,}\b`).FindAllString(listed, -1)
		for _, p := range alwaysPossible {
			if regexp.MustCompile(p.parameter).MatchString(parameters[name]) {
				known = append(known, strings.Fields(p.codes)...)
			}
		}
		for _, code := range codes {
			if !slices.Contains(known, code) {
				t.Errorf("apportion_%s: %s is missing", name, code)
			}
		}
	}
	require.Greater(t, compared, 35)
}

// errorsOfCore returns the codes that each exported call of the core says it
// returns, as C names them.
func errorsOfCore(t *testing.T) map[string][]string {
	files, err := filepath.Glob("../../core/*.go")
	require.NoError(t, err)
	call := regexp.MustCompile(`(?m)((?:^//.*\n)+)^func (?:\(\w \*(?:Allocator|View)\) )?([A-Z]\w*)\(`)
	all := map[string][]string{}
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range call.FindAllStringSubmatch(string(source), -1) {
			if _, list, ok := strings.Cut(unwrap(m[1], "// "), "Errors: "); ok {
				for _, code := range regexp.MustCompile(`\bCode([A-Z]\w+)`).FindAllStringSubmatch(list, -1) {
					all[m[2]] = append(all[m[2]], strings.ToUpper(snakeCase(code[1])))
				}
			}
		}
	}
	return all
}

// unwrap joins lines, each without what it begins with.
func unwrap(text, prefix string) string {
	var words []string
	for line := range strings.Lines(text) {
		words = append(words, strings.Fields(strings.TrimLeft(line, prefix))...)
	}
	return strings.Join(words, " ")
}

// snakeCase returns AddAgent as add_agent.
func snakeCase(name string) string {
	var out []rune
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			out = append(out, '_')
		}
		out = append(out, unicode.ToLower(r))
	}
	return string(out)
}
