// Package frames puts a snapshot's bytes into frames with checksums, and reads them from
// bytes that anyone may have made. Each package writes its own state with a Writer, in its
// file save.go, and reads it with a Reader.
//
// A snapshot is a header and frames. A frame is a section's number, a length, so many
// bytes of the section, and a checksum. A section may have several frames; a record lies
// in one.
//
// The checksum goes on from the frame before, so that a missing or misplaced frame shows
// as a damaged one does.
package frames

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"

	"github.com/apportion/apportion/internal/wire"
)

// magic begins a snapshot. Transfers that change line ends, or the eighth bit, damage it.
const magic = "\x89APSN\r\n\x1a"

const (
	headerSize     = len(magic) + 8 // and the version, and a checksum
	frameStart     = 5              // section and length
	frameEnd       = 4              // the checksum
	worthFrame     = 64 << 10       // from so many bytes on a frame is written
	readAtOnce     = 1 << 20        // memory for a frame is made as it comes
	largestRecords = 1<<31 - 1
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Writer writes a snapshot, section by section, record by record.
type Writer struct {
	*wire.Writer
	out io.Writer
	sum uint32 // of all so far
	err error

	section byte
	framed  bool // there is a frame of the section already
}

// NewWriter writes the header of a snapshot to out, and returns what writes the rest.
func NewWriter(out io.Writer) *Writer {
	w := &Writer{Writer: new(wire.Writer), out: out}
	b := binary.LittleEndian.AppendUint32([]byte(magic), SnapshotVersion)
	w.sum = crc32.Checksum(b, castagnoli)
	_, w.err = out.Write(binary.LittleEndian.AppendUint32(b, w.sum))
	return w
}

// Err returns the first error of what is written to.
func (w *Writer) Err() error { return w.err }

// Begin begins a section.
func (w *Writer) Begin(section byte) {
	w.section, w.framed = section, false
	w.open()
}

func (w *Writer) open() { w.Buf = append(w.Buf[:0], w.section, 0, 0, 0, 0) }

// Done ends a record.
func (w *Writer) Done() {
	if len(w.Buf) >= worthFrame {
		w.flush()
		w.framed = true
		w.open()
	}
}

// End ends a section, which has a frame even if it is empty.
func (w *Writer) End() {
	if len(w.Buf) > frameStart || !w.framed {
		w.flush()
	}
}

// flush writes the frame that was begun.
func (w *Writer) flush() {
	size := len(w.Buf) - frameStart
	if size > largestRecords && w.err == nil {
		w.err = errors.New("snapshot: a record has more than 2 GiB")
	}
	if w.err != nil {
		return
	}
	binary.LittleEndian.PutUint32(w.Buf[1:], uint32(size))
	w.sum = crc32.Update(w.sum, castagnoli, w.Buf)
	w.Buf = binary.LittleEndian.AppendUint32(w.Buf, w.sum)
	_, w.err = w.out.Write(w.Buf)
}

// Texts writes a list of texts.
func (w *Writer) Texts(list []string) {
	w.Uint(uint64(len(list)))
	for _, x := range list {
		w.Text(x)
	}
}
