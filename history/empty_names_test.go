package history

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A path, a mount and a region that are there without a name differ from none, and come back
// from the core as they were.
func TestWhatHasNoNameIsNotNothing(t *testing.T) {
	seen := map[string]string{}
	for _, r := range parsed(t, `disk[PATH]:1 disk[PATH path]:1 disk[PATH:""]:1 disk[PATH:/]:1 disk[MOUNT]:1 disk[MOUNT mount]:1 disk[MOUNT:/]:1`) {
		k := KindOf(&r)
		back := ResourceOf(&k)
		back.Milli = r.Milli
		require.Equal(t, r, back)
		root := "absent"
		if k.Disk.Root != nil {
			root = *k.Disk.Root
		}
		key := k.Disk.Source.String() + " " + root
		require.Empty(t, seen[key], r.Kind())
		seen[key] = r.Kind()
	}

	for _, d := range []*Domain{nil, {}, {Region: "east"}} {
		require.Equal(t, d, DomainOf(d.CoreRegion()))
	}
	require.NotEmpty(t, (&Domain{}).CoreRegion(), "an empty name is no region")
}
