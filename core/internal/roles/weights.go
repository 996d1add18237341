package roles

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
)

// SetWeight sets a role's weight, in the role sorter, too. The caller has checked it. A role of another weight than 1
// is in use, and is not forgotten.
func (t *Roles) SetWeight(id alloc.RoleID, weight float64) {
	r := t.Get(id)
	r.Weight = weight
	assert.Check(t.Sorter.SetWeight(t.PathOf(r), weight))
	t.relist(id)
	t.keep(id)
}
