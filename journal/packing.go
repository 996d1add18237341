package journal

import (
	"encoding/binary"

	"github.com/apportion/apportion/calls"
)

// Records wait in memory as their length, in four bytes, and themselves. The calls that a
// host makes for each offer are left unpacked there; the recorder's goroutine packs them.

const lengthSize = 4

var little = binary.LittleEndian

// appendPacked appends records, as they wait in memory, to b as they are written.
func appendPacked(p *calls.Packer, b, records []byte) []byte {
	for len(records) > 0 {
		end := lengthSize + int(little.Uint32(records))
		x := records[lengthSize:end]
		records = records[end:]
		if o := calls.Op(x[0]); o&calls.Fixed != 0 {
			b, x = p.Pack(append(b, byte(o&^calls.Fixed)), o, x[1:])
		}
		b = append(b, x...)
	}
	return b
}
