package roles

import (
	"fmt"
	"math"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/internal/wire"
)

// Settings are what a host sets of a role besides its weight, policies and quota, or of a
// framework. Those of a role last while nobody is in it. A new one needs a field, and its part
// of each function here.
type Settings struct {
	Rank float64 // see core.Allocator.SetRanks
}

// isDefault reports whether nothing was set: then the role may be forgotten.
func (s Settings) isDefault() bool { return s == Settings{} }

// Persist is of the settings.
func (s *Settings) Persist(c *wire.Codec) { c.Float(&s.Rank) }

// Check says what is wrong with settings that were read.
func (s Settings) Check() error {
	if math.IsNaN(s.Rank) {
		return fmt.Errorf("rank %v is no number", s.Rank)
	}
	return nil
}

// WithRank is the settings with another rank.
func (s Settings) WithRank(rank float64) Settings {
	s.Rank = rank
	return s
}

// SetSettings replaces the settings of a role, and tells the role sorter its rank.
func (t *Roles) SetSettings(id alloc.RoleID, to Settings) {
	r := t.Get(id)
	t.WithSettings += assert.BoolInt(!to.isDefault()) - assert.BoolInt(!r.Settings.isDefault())
	r.Settings = to
	t.keep(id)
	t.tellRank(r)
}
