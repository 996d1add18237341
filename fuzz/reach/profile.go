package main

import (
	"bufio"
	"os"
	"regexp"
	"strconv"

	"github.com/apportion/apportion/internal/must"
)

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
var line = regexp.MustCompile(`^[^/]+/[^/]+/[^/]+/(.+):((\d+)\.\d+,(\d+)\.\d+) (\d+) (\d+)$`)

// readProfile says of each block that is in a profile, once or often, whether it was
// ever reached.
func readProfile(path string) map[block]bool {
	f := must.Get(os.Open(path))
	defer f.Close()
	blocks := map[block]bool{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		m := line.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		b := block{file: m[1], place: m[2]}
		b.first, _ = strconv.Atoi(m[3])
		b.last, _ = strconv.Atoi(m[4])
		b.statements, _ = strconv.Atoi(m[5])
		blocks[b] = blocks[b] || m[6] != "0"
	}
	must.Do(lines.Err())
	return blocks
}
