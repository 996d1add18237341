package frameworks

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/frames"
)

// Settings are what a host sets of a framework by calls of their own. A new one needs a
// field, and its part of each function here.
type Settings struct {
	Rank float64 // see core.Allocator.SetRanks
}

func (s Settings) save(w *frames.Writer) { w.Float(s.Rank) }

func (s *Settings) load(r *frames.Reader) { s.Rank = r.Float() }

// check says what is wrong with settings that were loaded.
func (s Settings) check() error {
	if math.IsNaN(s.Rank) {
		return fmt.Errorf("rank %v is no number", s.Rank)
	}
	return nil
}

// AppendDigest appends what a digest of the state has of the settings.
func (s Settings) AppendDigest(to []byte) []byte {
	return binary.LittleEndian.AppendUint64(to, math.Float64bits(s.Rank))
}

// SetRank sets a framework's rank, in the sorters of its roles, too.
func (fs *Frameworks) SetRank(f *Framework, rank float64) {
	f.Rank = rank
	for _, m := range f.Subscriptions {
		if sub := fs.Subscriptions.At(m); sub.Tracked {
			assert.Check(fs.roles.Get(sub.Role).Frameworks.SetClientRank(sub.Client, rank))
		}
	}
}
