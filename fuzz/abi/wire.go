package abi

import (
	"encoding/binary"
	"errors"
)

var errAnswer = errors.New("the runner's answer breaks the protocol")

// decoder reads an answer's fields. After a failure it reads zeros, and err
// says so: the caller checks once, at the end.
type decoder struct {
	bytes []byte
	err   error
}

// take returns the next n bytes, or nil and remembers that they are missing.
func (d *decoder) take(n int) []byte {
	if d.err != nil || n > len(d.bytes) {
		d.err = errAnswer
		return nil
	}
	out := d.bytes[:n]
	d.bytes = d.bytes[n:]
	return out
}

func (d *decoder) u8() uint8 {
	if b := d.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (d *decoder) u32() uint32 {
	if b := d.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (d *decoder) u64() uint64 {
	if b := d.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// zero reads a reserved field.
func (d *decoder) zero() {
	if d.u32() != 0 {
		d.err = errAnswer
	}
}

func (d *decoder) i64() int64 { return int64(d.u64()) }

func (d *decoder) flag() bool { return d.u8() != 0 }

func (d *decoder) string() string { return string(d.take(d.count())) }

// count reads the number of elements of a list, which are a byte each at least.
func (d *decoder) count() int {
	n := int(d.u32())
	if n > len(d.bytes) {
		d.err = errAnswer
		return 0
	}
	return n
}

// end returns what went wrong, also if something is left to be read.
func (d *decoder) end() error {
	if d.err == nil && len(d.bytes) > 0 {
		d.err = errAnswer
	}
	return d.err
}

// decodeList appends a list's elements to dst, each read with one.
func decodeList[T any](d *decoder, dst []T, one func(*decoder) T) []T {
	for range d.count() {
		dst = append(dst, one(d))
	}
	return dst
}
