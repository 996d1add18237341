package core

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/quantities"
)

// A snapshot is a header and frames. A frame is a section's number, a length, so many
// bytes of the section, and a checksum. A section may have several frames; a record lies
// in one.
//
// The checksum goes on from the frame before, so that a missing or misplaced frame shows
// as a damaged one does.

// snapshotMagic begins a snapshot. Transfers that change line ends, or the eighth
// bit, damage it.
const snapshotMagic = "\x89APSN\r\n\x1a"

const (
	headerSize     = len(snapshotMagic) + 8 // and the version, and a checksum
	frameStart     = 5                      // section and length
	frameEnd       = 4                      // the checksum
	worthFrame     = 64 << 10               // from so many bytes on a frame is written
	readAtOnce     = 1 << 20                // memory for a frame is made as it comes
	largestRecords = 1<<31 - 1
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// snapshotWriter writes a snapshot of a.
type snapshotWriter struct {
	wire.Writer
	a   *Allocator
	out io.Writer
	sum uint32 // of all so far
	err error

	section section
	framed  bool // there is a frame of the section already
}

func (s *snapshotWriter) header() {
	b := binary.LittleEndian.AppendUint32([]byte(snapshotMagic), SnapshotVersion)
	s.sum = crc32.Checksum(b, castagnoli)
	_, s.err = s.out.Write(binary.LittleEndian.AppendUint32(b, s.sum))
}

// begin begins a section.
func (s *snapshotWriter) begin(x section) {
	s.section, s.framed = x, false
	s.open()
}

func (s *snapshotWriter) open() { s.Buf = append(s.Buf[:0], byte(s.section), 0, 0, 0, 0) }

// done ends a record.
func (s *snapshotWriter) done() {
	if len(s.Buf) >= worthFrame {
		s.flush()
		s.framed = true
		s.open()
	}
}

// end ends a section, which has a frame even if it is empty.
func (s *snapshotWriter) end() {
	if len(s.Buf) > frameStart || !s.framed {
		s.flush()
	}
}

// flush writes the frame that was begun.
func (s *snapshotWriter) flush() {
	size := len(s.Buf) - frameStart
	if size > largestRecords && s.err == nil {
		s.err = errors.New("snapshot: a record has more than 2 GiB")
	}
	if s.err != nil {
		return
	}
	binary.LittleEndian.PutUint32(s.Buf[1:], uint32(size))
	s.sum = crc32.Update(s.sum, castagnoli, s.Buf)
	s.Buf = binary.LittleEndian.AppendUint32(s.Buf, s.sum)
	_, s.err = s.out.Write(s.Buf)
}

// snapshotReader reads a snapshot into a.
type snapshotReader struct {
	*wire.Reader
	a       *Allocator
	in      io.Reader
	section section
	frame   []byte
	read    int64 // bytes read so far
	sum     uint32
	cause   error  // of the reader
	where   string // that failed

	scratch struct {
		total     resource.Difference
		held, bag resource.Bag
		usage     ledger.UsageDelta
	}
	usages  []usageSum         // by subscription
	claimed quantities.WideRow // by name: what Ledger.Claimed should return
}

// header reads the header.
func (s *snapshotReader) header() error {
	b := make([]byte, headerSize)
	if !s.fill(b) {
		return s.failure()
	}
	magic, version := b[:len(snapshotMagic)], binary.LittleEndian.Uint32(b[len(snapshotMagic):])
	s.sum = crc32.Checksum(b[:headerSize-4], castagnoli)
	switch {
	case string(magic) != snapshotMagic:
		s.Continue(nil, 0)
		s.Fail("this is no snapshot")
	case s.sum != binary.LittleEndian.Uint32(b[headerSize-4:]):
		s.Continue(nil, 0)
		s.Fail("the header is damaged")
	case version == 0 || version > SnapshotVersion:
		return &SnapshotVersionError{Found: version, Known: SnapshotVersion}
	default:
		return nil
	}
	return s.failure()
}

// begin reads the first frame of a section.
func (s *snapshotReader) begin(x section) {
	s.section = x
	s.next()
}

// more goes on to the next frame of the section if there is nothing left in this one.
func (s *snapshotReader) more() {
	if s.Left() == 0 && s.Err() == nil {
		s.next()
	}
}

// end is the end of a section.
func (s *snapshotReader) end() {
	if s.Left() > 0 {
		s.Fail("%d bytes are left over", s.Left())
	}
}

// next reads a frame of the section.
func (s *snapshotReader) next() {
	if s.Err() != nil {
		return
	}
	start := s.read
	s.Continue(nil, start)
	var head [frameStart]byte
	if !s.fill(head[:]) {
		return
	}
	size := int64(binary.LittleEndian.Uint32(head[1:]))
	if section(head[0]) != s.section || size > largestRecords {
		s.Continue(nil, start)
		s.Fail("a frame of section %d, of %d bytes, is in its place", head[0], size)
		return
	}
	s.frame = s.frame[:0]
	for int64(len(s.frame)) < size+frameEnd {
		have := len(s.frame)
		s.frame = append(s.frame, make([]byte, min(size+frameEnd-int64(have), readAtOnce))...)
		if !s.fill(s.frame[have:]) {
			s.where = fmt.Sprintf(", within a frame that is of %d bytes and begins at offset %d", size, start)
			return
		}
	}
	content := s.frame[:size]
	s.sum = crc32.Update(crc32.Update(s.sum, castagnoli, head[:]), castagnoli, content)
	if s.sum != binary.LittleEndian.Uint32(s.frame[size:]) {
		s.Continue(nil, start)
		s.Fail("a frame of %d bytes is damaged, or one before it is missing", size)
		return
	}
	s.Continue(content, start+frameStart)
}

// fill reads all of b, or fails.
func (s *snapshotReader) fill(b []byte) bool {
	n, err := io.ReadFull(s.in, b)
	s.read += int64(n)
	if err == nil {
		return true
	}
	s.Continue(nil, s.read)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.ErrUnexpectedEOF
		s.Fail("the snapshot ends here")
	} else {
		s.Fail("%v", err)
	}
	s.cause = err
	return false
}

// failure is the error that Restore returns.
func (s *snapshotReader) failure() error {
	var fault *wire.Error
	errors.As(s.Err(), &fault)
	e := &SnapshotError{Offset: fault.Offset, Section: s.section.String(), Err: errors.New(fault.Reason)}
	if s.cause != nil {
		e.Err = causeError{fault.Reason + s.where, s.cause}
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
