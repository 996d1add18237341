package lane

import (
	"bytes"
	"encoding/binary"
	"runtime/coverage"
)

// codeReached knows which places of the code were reached, in a program that is
// built to count them (go build -cover -covermode=atomic).
type codeReached struct {
	counters bytes.Buffer
	places   int
	deaf     bool // the program doesn't count
}

// grew says whether there are more than when it was last asked.
func (c *codeReached) grew() bool {
	before := c.places
	c.places = 0
	c.each(func(uint64) { c.places++ })
	return c.places > before
}

// each calls f with all places that were reached.
func (c *codeReached) each(f func(place uint64)) {
	if c.deaf {
		return
	}
	c.counters.Reset()
	if err := coverage.WriteCounters(&c.counters); err != nil {
		c.deaf = true
		return
	}
	reachedIn(c.counters.Bytes(), f)
}

// reachedIn reads what is not zero in a file of counters, whose form is that of
// internal/coverage: a header; then a segment with the number of its functions and
// the sizes of two tables, which end at a multiple of four; then for each function
// how many counters it has, the numbers of its package and itself, and the counters.
func reachedIn(file []byte, f func(place uint64)) {
	const header, flavor, raw = 32, 24, 1
	if len(file) < header+16 {
		return
	}
	number := func(b []byte) (uint32, []byte) {
		if file[flavor] == raw {
			return binary.LittleEndian.Uint32(b), b[4:]
		}
		n, size := binary.Uvarint(b)
		return uint32(n), b[size:]
	}
	functions := binary.LittleEndian.Uint64(file[header:])
	at := header + 16 + int(binary.LittleEndian.Uint32(file[header+8:])) + int(binary.LittleEndian.Uint32(file[header+12:]))
	rest := file[(at+3)&^3:]
	for range functions {
		var counters, folder, function, n uint32
		counters, rest = number(rest)
		folder, rest = number(rest)
		function, rest = number(rest)
		for i := range counters {
			if n, rest = number(rest); n > 0 {
				f(uint64(folder)<<48 | uint64(function)<<24 | uint64(i))
			}
		}
	}
}
