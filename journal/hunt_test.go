package journal

import (
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/check"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/fuzz/generate"
)

// Histories of each setup of the hunt, with calls that are refused, are recorded from the
// beginning and from the middle on, and replay identically, with other names, too.
func TestRecordedHuntsReplayIdentically(t *testing.T) {
	for seed := range uint64(16) {
		setup := check.SetupFor(seed)
		ops, _, failure := check.Play(generate.New(setup.Generate(), seed), setup, nil, 150)
		require.Nil(t, failure)
		dir := t.TempDir()
		folder := func(name string) string { return filepath.Join(dir, strconv.Itoa(int(seed))+name) }
		var a *Allocator
		d := driver.NewOn(func(o core.Options) (driver.Target, error) {
			inner, err := core.New(o)
			if err != nil {
				return nil, err
			}
			a, err = Open(inner, Options{Dir: folder("first")})
			return a, err
		}, setup.Options)
		for i, op := range ops {
			_, _ = d.Apply(op) // some are refused
			if i == len(ops)/2 {
				require.NoError(t, a.StopRecording())
				require.NoError(t, a.Record(Options{Dir: folder("second")}))
			}
		}
		require.NoError(t, a.StopRecording())
		require.Equal(t, a.Digest(), replayed(t, folder("second")).Allocator.Digest())
		for _, half := range []string{folder("first"), folder("second")} {
			require.Positive(t, replayed(t, half).Calls)
			rec, err := Read(half)
			require.NoError(t, err)
			_, _, err = Anonymize(rec, half+"-anonymous")
			require.NoError(t, err, "seed %d", seed)
		}
	}
}
