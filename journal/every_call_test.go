package journal

import (
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/history"
)

// Each kind of call but those of the clock is recorded, with a snapshot in the midst of them, and
// is replayed.
func TestEveryCallIsReplayed(t *testing.T) {
	file := recordingOfEveryCall(t)
	info, err := Describe(file)
	require.NoError(t, err)
	require.NoError(t, info.Damage)
	require.Equal(t, Ended, info.End)
	p := replayed(t, file)
	require.EqualValues(t, 2, p.Snapshots)
	require.Greater(t, p.Calls, uint64(60))
	require.Greater(t, p.Cycles, uint64(10))
	require.Equal(t, info.Calls, p.Calls)
	anonymous, _, err := Anonymize(&Recording{Files: []string{file}}, filepath.Join(t.TempDir(), "to"))
	require.NoError(t, err)
	require.Equal(t, p.Calls, anonymous.Calls)
	seen := map[string]bool{}
	require.NoError(t, readParts(file, func(x part) error {
		if x.kind != callsFrame {
			return nil
		}
		return readCalls(x.content, nil, func(c *call) error {
			seen[c.Op().String()] = true
			return nil
		})
	}))
	for o := range calls.Ops {
		switch o {
		case calls.OpRunTook, calls.OpReleaseRoles, calls.OpReleaseKinds, calls.OpReleaseItems:
		default:
			require.True(t, seen[o.String()], o.String())
		}
	}
}

// recordingOfEveryCall returns a file in which testdata/every-call.history is recorded.
func recordingOfEveryCall(t *testing.T) string {
	content, err := os.ReadFile("testdata/every-call.history")
	require.NoError(t, err)
	traces, err := history.ReadAny(content)
	require.NoError(t, err)
	dir := t.TempDir()
	a := &recorded{}
	d := driver.NewOn(a.opened(Options{Dir: dir, Host: "testdata"}), alloc.Options{})
	for i, step := range traces[0].Steps {
		_, err := d.Apply(step.Op)
		require.NoError(t, err, step)
		if i == len(traces[0].Steps)/2 {
			a.snapshot()
			time.Sleep(atLeastEvery)
		}
	}
	require.NoError(t, a.Stop())
	rec, err := Read(dir)
	require.NoError(t, err)
	return rec.Files[0]
}

// asVersion makes a file say that it is of another version.
func asVersion(whole []byte, version uint32) []byte {
	binary.LittleEndian.PutUint32(whole[len(fileMagic):], version)
	binary.LittleEndian.PutUint32(whole[headerSize-4:], crc32.Checksum(whole[:headerSize-4], castagnoli))
	return whole
}

// A file of another version is refused, and both versions are named.
func TestFilesOfOtherVersionsAreRefusedWithBoth(t *testing.T) {
	_, files := small(t)
	whole, err := os.ReadFile(files[0])
	require.NoError(t, err)
	later := filepath.Join(t.TempDir(), "later"+fileSuffix)
	require.NoError(t, os.WriteFile(later, asVersion(whole, Version+6), 0o600))
	err = (&Replay{}).Run(&Recording{Files: []string{later}})
	var version *VersionError
	require.ErrorAs(t, err, &version)
	require.Equal(t, &VersionError{later, Version + 6, Version}, version)
	require.ErrorContains(t, err, "is of version 7, and this release reads version 1 alone")
	_, err = Describe(later)
	require.ErrorAs(t, err, &version)
	_, _, err = Anonymize(&Recording{Files: []string{later}}, filepath.Join(t.TempDir(), "to"))
	require.ErrorAs(t, err, &version)
}
