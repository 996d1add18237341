package main

import (
	"bytes"
	"encoding/binary"
	"runtime/coverage"
)

// steps returns how many basic blocks of the counted packages f runs through.
func steps(f func()) (sum uint64) {
	must(0, coverage.ClearCounters())
	f()
	var file bytes.Buffer
	must(0, coverage.WriteCounters(&file))
	counts(file.Bytes(), func(n uint32) { sum += uint64(n) })
	return sum
}

// counts reads the counters of a file, whose form is that of internal/coverage: a header;
// then a segment with the number of its functions and the sizes of two tables, which end at
// a multiple of four; then for each function how many counters it has, the numbers of its
// package and itself, and the counters.
func counts(file []byte, f func(n uint32)) {
	const header, flavor, raw = 32, 24, 1
	functions := binary.LittleEndian.Uint64(file[header:])
	at := header + 16 + int(binary.LittleEndian.Uint32(file[header+8:])) + int(binary.LittleEndian.Uint32(file[header+12:]))
	rest := file[(at+3)&^3:]
	number := func() uint32 {
		if file[flavor] == raw {
			n := binary.LittleEndian.Uint32(rest)
			rest = rest[4:]
			return n
		}
		n, size := binary.Uvarint(rest)
		rest = rest[size:]
		return uint32(n)
	}
	for range functions {
		counters, _, _ := number(), number(), number()
		for range counters {
			f(number())
		}
	}
}
