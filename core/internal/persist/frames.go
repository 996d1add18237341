package persist

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/wire"
)

// A snapshot is a header and frames. A frame is the number of a section, a length, that many bytes
// of the section, and a checksum. A section may have several frames; a record lies in one.
//
// A frame's checksum goes on from that of the frame before. So a missing or misplaced frame is
// noticed like a damaged one.

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

// writer writes a snapshot, section by section.
type writer struct {
	wire.Writer
	out io.Writer
	sum uint32 // of all so far
	err error  // the first one of out

	section byte
}

// newWriter writes the header of a snapshot to out, and returns what writes the rest.
func newWriter(out io.Writer) *writer {
	w := &writer{out: out}
	b := binary.LittleEndian.AppendUint32([]byte(magic), alloc.SnapshotVersion)
	w.sum = crc32.Checksum(b, castagnoli)
	_, w.err = out.Write(binary.LittleEndian.AppendUint32(b, w.sum))
	return w
}

// begin begins a section.
func (w *writer) begin(section byte) {
	w.section = section
	w.open()
}

func (w *writer) open() { w.Buf = append(w.Buf[:0], w.section, 0, 0, 0, 0) }

// record begins a record. If the current frame is long enough, the record begins a new one.
func (w *writer) record() {
	if len(w.Buf) >= worthFrame {
		w.end()
		w.open()
	}
}

// end writes the current frame, the last of its section.
func (w *writer) end() {
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
