// Command reach reads what a hunt has reached of the code, and says which lines it has
// not, and of these which nobody has whose profile it is given besides.
package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/apportion/apportion/internal/must"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: reach PROFILE [PROFILE OF TESTS...]")
		os.Exit(2)
	}
	if err := must.Catch(func() { run(os.Stdout, os.Args[1], os.Args[2:]) }); err != nil {
		fmt.Fprintln(os.Stderr, "reach:", err)
		os.Exit(2)
	}
}

func run(out io.Writer, profile string, tests []string) {
	tested := map[block]bool{}
	for _, path := range tests {
		for b, reached := range readProfile(path) {
			tested[b] = tested[b] || reached
		}
	}
	missed := map[string][]block{}
	left, all, reached, byTests := map[string]int{}, 0, 0, 0
	for b, is := range readProfile(profile) {
		if strings.HasPrefix(b.file, "capi/") || strings.HasPrefix(b.file, "internal/container/") { // counted for their steps
			continue
		}
		if i := slices.IndexFunc(aside, func(a leftOut) bool { return a.files.MatchString(b.file) }); i >= 0 {
			left[aside[i].why] += b.statements
			continue
		}
		all += b.statements
		switch {
		case is:
			reached += b.statements
		case tested[b]:
			byTests += b.statements
		default:
			missed[b.file] = append(missed[b.file], b)
		}
	}
	also := ""
	if len(tests) > 0 {
		also = fmt.Sprintf("; tests alone reach %d", byTests)
	}
	fmt.Fprintf(out, "reached: %d of %d statements%s; not reached are\n", reached, all, also)
	for _, file := range slices.Sorted(maps.Keys(missed)) {
		fmt.Fprintf(out, "  %s: %s\n", file, ranges(missed[file]))
	}
	for _, why := range slices.Sorted(maps.Keys(left)) {
		fmt.Fprintf(out, "left out, %d statements: %s\n", left[why], why)
	}
}

// ranges are the lines of blocks, with those joined that follow each other.
func ranges(blocks []block) string {
	slices.SortFunc(blocks, func(x, y block) int { return x.first - y.first })
	var out []string
	for i := 0; i < len(blocks); {
		b := blocks[i]
		for i++; i < len(blocks) && blocks[i].first <= b.last+1; i++ {
			b.last = max(b.last, blocks[i].last)
		}
		out = append(out, fmt.Sprintf("%d-%d", b.first, b.last))
	}
	return strings.Join(out, ", ")
}

// aside are files that a hunt has no business in, and why.
var aside = []leftOut{
	{regexp.MustCompile(`invariants`), "the invariants' own complaints, which are for a broken allocator"},
	{regexp.MustCompile(`^core/(explain/|internal/persist/state_json)`), "explanations and state as text, which core's tests compare word by word"},
	{regexp.MustCompile(`^core/internal/jsontext/`), "text that core's tests compare"},
}

type leftOut struct {
	files *regexp.Regexp
	why   string
}

// A block is statements of a file that are carried out together, and the lines that
// they are on.
type block struct {
	file        string
	place       string // as a profile has it
	first, last int
	statements  int
}

// line is one of a profile: a file, where a block begins and ends, its statements,
// and how often it was reached.
var line = regexp.MustCompile(`(?m)^[^/\n]+/[^/]+/[^/]+/(.+):((\d+)\.\d+,(\d+)\.\d+) (\d+) (\d+)$`)

// readProfile says of each block that is in a profile, once or often, whether it was
// ever reached.
func readProfile(path string) map[block]bool {
	blocks := map[block]bool{}
	for _, m := range line.FindAllStringSubmatch(string(must.Get(os.ReadFile(path))), -1) {
		number := func(i int) int { return must.Get(strconv.Atoi(m[i])) }
		b := block{m[1], m[2], number(3), number(4), number(5)}
		blocks[b] = blocks[b] || m[6] != "0"
	}
	return blocks
}
