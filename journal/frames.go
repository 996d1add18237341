package journal

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/zstd"

	"github.com/apportion/apportion/internal/unpack"
)

// A file is a header and frames. Each frame begins with four bytes by which a reader can look for
// frames. Each has a number, so that a missing frame is noticed.

// Version is that of the form of files.
const Version = 1

const (
	fileMagic  = "\x89APJ\r\n\x1a\n"
	headerSize = len(fileMagic) + 8 // and version, and checksum

	frameMagic = "\xf5APJ"
	frameStart = 20
	largest    = 1<<31 - 1
	readAtOnce = 1 << 20
	fileSuffix = ".journal"
)

// frameKind says what a frame has.
type frameKind uint8

const (
	aboutFrame    frameKind = iota + 1 // the file: JSON
	snapshotFrame                      // the whole state
	callsFrame                         // calls
	gapFrame                           // that calls are missing
	endFrame                           // that the recording was switched off
	goesOnFrame                        // that it goes on in another file

	damagedFrame frameKind = 0 // what cannot be read: it is in no file
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func appendHeader(b []byte, version uint32) []byte {
	b = append(b, fileMagic...)
	b = binary.LittleEndian.AppendUint32(b, version)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// appendFrame appends a frame with a content that is compressed already.
func appendFrame(b []byte, kind frameKind, number uint32, content []byte) []byte {
	start := len(b)
	b = append(b, frameMagic...)
	b = append(b, byte(kind), 0, 0, 0)
	b = binary.LittleEndian.AppendUint32(b, number)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(content)))
	sum := crc32.Update(crc32.Checksum(b[start:], castagnoli), castagnoli, content)
	b = binary.LittleEndian.AppendUint32(b, sum)
	return append(b, content...)
}

// skipped begins a frame of Zstandard's that readers pass over.
const skipped = 0x184d2a50

// packed compresses the content of a frame into the memory of b. Content that is so much alike that a reader would
// take it for a bomb (such as a filter of each of many frameworks on each agent) is padded until the reader allows
// it.
func packed(z *zstd.Encoder, content, b []byte) []byte {
	b = z.EncodeAll(content, b[:0])
	if int64(len(content)) > unpack.Bound(int64(len(b))) {
		fill := len(content)/unpack.MostTimes + 1 - len(b)
		b = binary.LittleEndian.AppendUint32(b, skipped)
		b = binary.LittleEndian.AppendUint32(b, uint32(fill))
		b = append(b, make([]byte, fill)...)
	}
	return b
}

// DamageError says where a file is damaged, or ends too early: all before is good.
type DamageError struct {
	File   string
	Offset int64
	Reason string
	Cut    bool // the file ends too early: its process was killed while it wrote, or somebody cut it off
}

func (e *DamageError) Error() string {
	return fmt.Sprintf("%s: offset %d: %s", e.File, e.Offset, e.Reason)
}

// VersionError says that a file is of another version than this release knows.
type VersionError struct {
	File         string
	Found, Known uint32
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("%s: is of version %d, and this release reads version %d alone", e.File, e.Found, e.Known)
}

// frameReader reads the frames of a file.
type frameReader struct {
	name   string
	in     io.ReadSeeker
	offset int64
	number uint32
	packed []byte
	inVain int64 // bytes that were read in search of a frame (resume)
	zstd   *zstd.Decoder
}

// newFrameReader reads the header of a file.
func newFrameReader(name string, in io.ReadSeeker) (*frameReader, error) {
	if err := readHeader(name, in); err != nil {
		return nil, err
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(4<<30), zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		return nil, err
	}
	return &frameReader{name: name, in: in, offset: int64(headerSize), zstd: decoder}, nil
}

// readHeader reads the header of a file.
func readHeader(name string, in io.Reader) error {
	b := make([]byte, headerSize)
	if n, err := io.ReadFull(in, b); err != nil {
		return cut(name, int64(n), "the file ends within its header")
	}
	version := binary.LittleEndian.Uint32(b[len(fileMagic):])
	switch {
	case string(b[:len(fileMagic)]) != fileMagic:
		return damaged(name, 0, "it does not begin as a recording does")
	case crc32.Checksum(b[:headerSize-4], castagnoli) != binary.LittleEndian.Uint32(b[headerSize-4:]):
		return damaged(name, 0, "the header is damaged")
	case version != Version:
		return &VersionError{name, version, Version}
	}
	return nil
}

func damaged(file string, offset int64, format string, args ...any) error {
	return &DamageError{File: file, Offset: offset, Reason: fmt.Sprintf(format, args...)}
}

func cut(file string, offset int64, format string, args ...any) error {
	return &DamageError{File: file, Offset: offset, Reason: fmt.Sprintf(format, args...), Cut: true}
}

func (r *frameReader) damaged(offset int64, format string, args ...any) error {
	return damaged(r.name, offset, format, args...)
}

// unpacked is what is packed in a frame. Before it takes memory, it checks that the size is in proportion to the
// packed bytes, as packed makes sure.
func (r *frameReader) unpacked() ([]byte, error) {
	var header zstd.Header
	if err := header.Decode(r.packed); err != nil {
		return nil, err
	}
	size := uint64(256) // less is packed without its size
	if header.HasFCS {
		size = header.FrameContentSize
	}
	if most := unpack.Bound(int64(len(r.packed))); size > uint64(most) {
		return nil, fmt.Errorf("its %d bytes are those of more than %d", len(r.packed), most)
	}
	return r.zstd.DecodeAll(r.packed, make([]byte, 0, size))
}

// next reads a frame, whose content has memory of its own. It returns io.EOF at the end of the
// file; any other error is a *DamageError.
func (r *frameReader) next() (kind frameKind, content []byte, err error) {
	r.packed = r.packed[:0]
	head := make([]byte, frameStart)
	n, err := io.ReadFull(r.in, head)
	if n == 0 && err == io.EOF {
		return 0, nil, io.EOF
	}
	if err != nil {
		return 0, nil, cut(r.name, r.offset, "the file ends within a frame, after %d bytes of it", n)
	}
	number, size := binary.LittleEndian.Uint32(head[8:]), binary.LittleEndian.Uint32(head[12:])
	if string(head[:4]) != frameMagic || number != r.number || size > largest {
		return 0, nil, r.damaged(r.offset, "there is no frame %d here", r.number)
	}
	for len(r.packed) < int(size) {
		have := len(r.packed)
		r.packed = append(r.packed, make([]byte, min(int(size)-have, readAtOnce))...)
		if n, err := io.ReadFull(r.in, r.packed[have:]); err != nil {
			r.packed = r.packed[:have+n]
			return 0, nil, cut(r.name, r.offset, "the file ends within a frame of %d bytes, after %d of them", size, have+n)
		}
	}
	sum := crc32.Update(crc32.Checksum(head[:16], castagnoli), castagnoli, r.packed)
	if sum != binary.LittleEndian.Uint32(head[16:]) {
		return 0, nil, r.damaged(r.offset, "a frame of %d bytes is damaged", size)
	}
	if content, err = r.unpacked(); err != nil {
		return 0, nil, r.damaged(r.offset, "a frame cannot be decompressed: %v", err)
	}
	r.offset += int64(frameStart) + int64(size)
	r.number++
	return frameKind(head[4]), content, nil
}
