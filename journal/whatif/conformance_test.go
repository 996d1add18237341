package whatif_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/journal/whatif"
)

// Where nothing is changed nothing is different, whatever happened before.
func TestNoChangeIsNoDifference(t *testing.T) {
	traces, err := driver.ReadAllTraces("../../testdata/conformance/*.jsonl.gz")
	require.NoError(t, err)
	fits, err := whatif.ParseFits("cpus:0.001,mem:0.001")
	require.NoError(t, err)
	asked, offers := 0, 0
	for _, trace := range traces {
		d := driver.New(alloc.Options{})
		for i, step := range trace.Steps {
			_, _ = d.Apply(step.Op) // what is refused changed nothing
			if i%128 != 127 && i < len(trace.Steps)-1 {
				continue
			}
			digest := d.Allocator().Digest()
			r, err := whatif.Ask(d.Allocator(), whatif.Question{Fits: fits})
			require.NoError(t, err, trace.Name)
			require.False(t, r.Different, trace.Name)
			require.Equal(t, digest, d.Allocator().Digest(), trace.Name)
			asked, offers = asked+1, offers+len(r.Offers)
		}
	}
	require.Greater(t, asked, 400)
	require.Greater(t, offers, asked)
}
