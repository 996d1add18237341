// Package steps counts the basic blocks of code that a program runs through, if it is built to
// count them (Flags).
package steps

import (
	"bytes"
	_ "embed" // for counted
	"encoding/binary"
	"runtime/coverage"
	"strings"
)

// counted are the packages that the allocator is made of: fuzz.mk reads them, too.
//
//go:embed counted
var counted string

// Flags are what go build is told for a program of this module that counts in all that the
// allocator is made of. Its main package, in a folder of the module, has to count, too.
func Flags(main string) []string {
	packages := append(strings.Fields(counted), main)
	for i, p := range packages {
		packages[i] = "github.com/apportion/apportion/" + p
	}
	return []string{"-cover", "-covermode=atomic", "-coverpkg=" + strings.Join(packages, ",")}
}

// A Counter reads a program's counters. Its zero value is ready.
type Counter struct {
	file bytes.Buffer
	deaf bool // the program does not count
}

// Of calls f and returns how many blocks it runs through, which have to be fewer than 2^32; 0
// if the program does not count. What other goroutines run through meanwhile counts, too.
func (c *Counter) Of(f func()) uint32 {
	before := c.sum()
	f()
	return c.sum() - before
}

// sum adds up all counters. Each of them, and so the sum, is right modulo 2^32.
func (c *Counter) sum() uint32 {
	c.read()
	if c.deaf {
		return 0
	}
	return sumOf(c.file.Bytes())
}

// Counts reports whether the program counts.
func (c *Counter) Counts() bool {
	c.read()
	return !c.deaf
}

func (c *Counter) read() {
	c.file.Reset()
	c.deaf = c.deaf || coverage.WriteCounters(&c.file) != nil
}

// sumOf adds up a file of counters, whose form is that of
// internal/coverage: a header; then a segment with the number of its functions and
// the sizes of two tables, which end at a multiple of four; then for each function
// how many counters it has, the numbers of its package and itself, and the counters.
func sumOf(file []byte) (sum uint32) {
	const header, flavor, raw = 32, 24, 1
	if len(file) < header+16 {
		return 0
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
		var counters, n uint32
		counters, rest = number(rest)
		_, rest = number(rest)
		_, rest = number(rest)
		for range counters {
			n, rest = number(rest)
			sum += n
		}
	}
	return sum
}
