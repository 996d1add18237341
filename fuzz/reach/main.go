// Command reach reads what a hunt has reached of the code, and says which lines it
// has not.
package main

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: reach PROFILE")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "reach:", err)
		os.Exit(2)
	}
}

// block is lines of a file that are carried out together.
type block struct{ first, last int }

// line is one of a profile: a file, where a block begins and ends, its statements,
// and how often it was reached.
var line = regexp.MustCompile(`^[^/]+/[^/]+/[^/]+/(.+):(\d+)\.\d+,(\d+)\.\d+ (\d+) (\d+)$`)

func run(profile string) error {
	f, err := os.Open(profile)
	if err != nil {
		return err
	}
	defer f.Close()
	missed := map[string][]block{}
	aside, all, reached := map[string]int{}, 0, 0
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		m := line.FindStringSubmatch(lines.Text())
		if m == nil || strings.HasPrefix(m[1], "capi/") {
			continue
		}
		file := m[1]
		first, _ := strconv.Atoi(m[2])
		last, _ := strconv.Atoi(m[3])
		statements, _ := strconv.Atoi(m[4])
		if why := reasonFor(file); why != "" {
			aside[why] += statements
			continue
		}
		all += statements
		if m[5] != "0" {
			reached += statements
		} else {
			missed[file] = append(missed[file], block{first, last})
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	fmt.Printf("reached: %d of %d statements; not reached are\n", reached, all)
	say(missed)
	for _, why := range slices.Sorted(maps.Keys(aside)) {
		fmt.Printf("left out, %d statements: %s\n", aside[why], why)
	}
	return nil
}

// say tells what was not reached, by who reaches it.
func say(missed map[string][]block) {
	by := map[string][]string{}
	for _, file := range slices.Sorted(maps.Keys(missed)) {
		why := elsewhereFor(file)
		by[why] = append(by[why], file)
	}
	for _, why := range slices.Sorted(maps.Keys(by)) {
		fmt.Printf(" %s:\n", why)
		for _, file := range by[why] {
			fmt.Printf("  %s: %s\n", file, ranges(missed[file]))
		}
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
