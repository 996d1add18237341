package journal

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/generator"
	"github.com/apportion/apportion/fuzz/sequence"
)

// Histories of each setup of the hunt, with calls that are refused, are recorded from the
// beginning and from the middle on, and replay identically, with other names, too, but for what is
// drawn by names: whom the policy random serves, and which of several kinds of a resource quota cuts.
func TestRecordedHuntsReplayIdentically(t *testing.T) {
	drawn, cut := 0, 0
	for seed := uint64(100); seed < 116; seed++ { // few of these are cut so
		cast := generator.CastOfSeed(seed)
		d := generator.New(generator.Options{Invalid: 15, Faithful: cast.Faithful}, cast, rand.NewPCG(seed, 1))
		dir := t.TempDir()
		folder := func(name string) string { return filepath.Join(dir, strconv.Itoa(int(seed))+name) }
		a := &recorded{}
		p := sequence.NewPlayer(cast, a.opened(Options{Dir: folder("first")}))
		require.NoError(t, p.Start())
		d.Play(p, 75)
		require.NoError(t, a.Stop())
		require.NoError(t, a.record(Options{Dir: folder("second")}))
		d.Play(p, 75)
		require.NoError(t, a.Stop())
		require.Equal(t, a.Digest(), replayed(t, folder("second")).Allocator.Digest())
		for _, half := range []string{folder("first"), folder("second")} {
			require.Positive(t, replayed(t, half).Calls)
			rec, err := Read(half)
			require.NoError(t, err)
			_, _, err = Anonymize(rec, half+"-anonymous")
			difference := (*Difference)(nil)
			switch isOther := errors.As(err, &difference); {
			case isOther && draws(t, rec):
				drawn++
			case isOther:
				cut++
			default:
				require.NoError(t, err, "seed %d", seed)
			}
		}
	}
	require.LessOrEqual(t, drawn, 2, "nearly all have to replay")
	require.LessOrEqual(t, cut, 4, "three of these histories, two of them recorded once, have several kinds of a resource that quota cuts")
}

// draws reports whether a recording tells of the policy random: other names of roles are drawn
// otherwise.
func draws(t *testing.T, rec *Recording) (found bool) {
	for _, file := range rec.Files {
		require.NoError(t, readParts(file, func(x part) error {
			found = found || bytes.Contains(x.content, []byte(alloc.Random))
			return nil
		}))
	}
	return found
}
