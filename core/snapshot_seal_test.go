package core_test

import (
	"encoding/binary"
	"hash/crc32"
)

// sealSnapshot makes the checksums of a snapshot those of what it has come to be.
func sealSnapshot(b []byte) {
	const headerSize, frameStart, frameEnd = 16, 5, 4 // docs/snapshot.md
	if len(b) < headerSize {
		return
	}
	castagnoli := crc32.MakeTable(crc32.Castagnoli)
	sum := crc32.Checksum(b[:headerSize-frameEnd], castagnoli)
	binary.LittleEndian.PutUint32(b[headerSize-frameEnd:], sum)
	for b = b[headerSize:]; len(b) >= frameStart; {
		size := uint64(binary.LittleEndian.Uint32(b[1:])) + frameStart
		if size+frameEnd > uint64(len(b)) {
			return
		}
		sum = crc32.Update(sum, castagnoli, b[:size])
		binary.LittleEndian.PutUint32(b[size:], sum)
		b = b[size+frameEnd:]
	}
}
