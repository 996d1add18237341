package roles

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/slots"
)

// tellRank tells the role sorter a role's rank.
func (t *Roles) tellRank(r *Role) {
	if r.Frameworks != nil {
		assert.Check(t.Sorter.SetClientRank(r.Client, r.Rank))
	} else {
		// Most roles without frameworks are not in the sorter: rank tells it later.
		_ = t.Sorter.SetRank(t.PathOf(r), r.Rank)
	}
}

// rank tells the role sorter the ranks of a role that is new to it and of the
// role's ancestors.
func (t *Roles) rank(id alloc.RoleID) {
	for ; id != slots.NoRole; id = t.Get(id).Parent {
		if r := t.Get(id); r.Rank != 0 {
			assert.Check(t.Sorter.SetRank(t.PathOf(r), r.Rank))
		}
	}
}
