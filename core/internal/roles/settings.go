package roles

import (
	"encoding/binary"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/internal/wire"
)

// PersistSettings is of the settings of a role or a framework: each field in as many bytes as it has.
func PersistSettings(c *wire.Codec, s *alloc.Settings) {
	b, err := binary.Append(nil, binary.LittleEndian, *s)
	assert.Check(err)
	for i := range b {
		c.Byte(&b[i])
	}
	if c.Reads() {
		_, err := binary.Decode(b, binary.LittleEndian, s)
		assert.Check(err)
	}
}

// SetSettings replaces the settings of a role, and tells the role sorter its rank. A role with settings is not
// forgotten (keep).
func (t *Roles) SetSettings(id alloc.RoleID, to alloc.Settings) {
	r := t.Get(id)
	r.Settings = to
	t.keep(id)
	t.tellRank(r)
}
