package persist

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/wire"
)

// reader reads what a writer wrote. After the first fault it reads zeros: see wire.Reader.
type reader struct {
	*wire.Reader
	in      io.Reader
	section byte
	name    string // of the section
	frame   []byte
	read    int64 // bytes read so far
	sum     uint32
	cause   error  // of in
	where   string // that failed
}

// newReader reads the header from in, and returns what reads the rest. rename is
// wire.Reader.Rename.
//
// Errors: *alloc.SnapshotVersionError, *alloc.SnapshotError.
func newReader(in io.Reader, rename func(string) string) (*reader, error) {
	r := &reader{Reader: wire.NewReader(nil, 0), in: in, name: "header"}
	r.Rename = rename
	b := make([]byte, headerSize)
	if !r.fill(b) {
		return nil, r.failure()
	}
	start := b[:len(magic)]
	version := binary.LittleEndian.Uint32(b[len(magic):])
	r.sum = crc32.Checksum(b[:headerSize-4], castagnoli)
	switch {
	case string(start) != magic:
		r.failAt(0, "this is no snapshot")
	case r.sum != binary.LittleEndian.Uint32(b[headerSize-4:]):
		r.failAt(0, "the header is damaged")
	case version != alloc.SnapshotVersion:
		return nil, &alloc.SnapshotVersionError{Found: version, Known: alloc.SnapshotVersion}
	default:
		return r, nil
	}
	return nil, r.failure()
}

// begin reads the first frame of a section. Errors will name it.
func (r *reader) begin(section byte, name string) {
	r.section, r.name = section, name
	r.next()
}

// record begins a record: in the next frame of the section if there is nothing left in this one.
func (r *reader) record() {
	if r.Left() == 0 && r.Err() == nil {
		r.next()
	}
}

// end ends a section.
func (r *reader) end() {
	if r.Left() > 0 {
		r.Fail("%d bytes are left over", r.Left())
	}
}

// failure returns what is wrong with the snapshot, which something is: a *alloc.SnapshotError.
func (r *reader) failure() error {
	var fault *wire.Error
	errors.As(r.Err(), &fault)
	e := &alloc.SnapshotError{Offset: fault.Offset, Section: r.name, Err: errors.New(fault.Reason)}
	if r.cause != nil {
		e.Err = causeError{fault.Reason + r.where, r.cause}
	}
	return e
}

// causeError has a text that says more than its cause.
type causeError struct {
	text  string
	cause error
}

func (e causeError) Error() string { return e.text }

func (e causeError) Unwrap() error { return e.cause }

// failAt is Fail with an offset in the snapshot.
func (r *reader) failAt(offset int64, format string, args ...any) {
	r.Continue(nil, offset)
	r.Fail(format, args...)
}

// next reads a frame of the section.
func (r *reader) next() {
	if r.Err() != nil {
		return
	}
	start := r.read
	r.Continue(nil, start)
	var head [frameStart]byte
	if !r.fill(head[:]) {
		return
	}
	size := int64(binary.LittleEndian.Uint32(head[1:]))
	if head[0] != r.section || size > largestRecords {
		r.failAt(start, "a frame of section %d, of %d bytes, is in its place", head[0], size)
		return
	}
	r.frame = r.frame[:0]
	for int64(len(r.frame)) < size+frameEnd {
		have := len(r.frame)
		r.frame = append(r.frame, make([]byte, min(size+frameEnd-int64(have), readAtOnce))...)
		if !r.fill(r.frame[have:]) {
			r.where = fmt.Sprintf(", within a frame that is of %d bytes and begins at offset %d", size, start)
			return
		}
	}
	content := r.frame[:size]
	r.sum = crc32.Update(crc32.Update(r.sum, castagnoli, head[:]), castagnoli, content)
	if r.sum != binary.LittleEndian.Uint32(r.frame[size:]) {
		r.failAt(start, "a frame of %d bytes is damaged, or one before it is missing", size)
		return
	}
	r.Continue(content, start+frameStart)
}

// fill reads all of b, or fails.
func (r *reader) fill(b []byte) bool {
	n, err := io.ReadFull(r.in, b)
	r.read += int64(n)
	if err == nil {
		return true
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.ErrUnexpectedEOF
		r.failAt(r.read, "the snapshot ends here")
	} else {
		r.failAt(r.read, "%v", err)
	}
	r.cause = err
	return false
}
