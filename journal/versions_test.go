package journal

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/fuzz/tape"
	"github.com/apportion/apportion/history"
)

// A recording of each version, which all later releases read. Each kind of call is in them
// but those of the clock, and a snapshot in the midst of them. That of the present version was
// made by APPORTION_WRITE_TESTDATA=1 go test -run EveryVersion ./journal
func fileOfVersion(version uint32) string { return fmt.Sprintf("testdata/version-%d.journal", version) }

func TestEveryVersionIsReplayed(t *testing.T) {
	if os.Getenv("APPORTION_WRITE_TESTDATA") != "" {
		writePresentVersion(t)
	}
	for v := uint32(1); v <= Version; v++ {
		found, err := versionOf(fileOfVersion(v))
		require.NoError(t, err)
		require.Equal(t, v, found)
		readVersion(t, fileOfVersion(v))
	}
}

func readVersion(t *testing.T, file string) {
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
		case calls.OpSetLending: // which came with version 3
			require.Equal(t, file == fileOfVersion(3), seen[o.String()], o.String())
		case calls.OpRunTook, calls.OpReleaseRoles, calls.OpReleaseKinds, calls.OpReleaseItems:
		default:
			require.True(t, seen[o.String()], o.String())
		}
	}
}

func writePresentVersion(t *testing.T) {
	content, err := os.ReadFile("testdata/every-call.history")
	require.NoError(t, err)
	traces, err := history.ReadAny(content)
	require.NoError(t, err)
	dir := t.TempDir()
	var a *Allocator
	d := driver.NewOn(func(o core.Options) (tape.Target, error) {
		inner, err := core.New(o)
		require.NoError(t, err)
		a, err = Open(inner, Options{Dir: dir, Host: "testdata"})
		return a, err
	}, core.Options{})
	for i, step := range traces[0].Steps {
		_, err := d.Apply(step.Op)
		require.NoError(t, err, step)
		if i == len(traces[0].Steps)/2 {
			a.recorder.snapshot(a.Allocator)
			time.Sleep(atLeastEvery)
		}
	}
	require.NoError(t, a.StopRecording())
	rec, err := Read(dir)
	require.NoError(t, err)
	whole, err := os.ReadFile(rec.Files[0])
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(fileOfVersion(Version), whole, 0o666))
}

// Up to version 2 hdrf learned nothing of who is blocked from cycles that left nothing. A
// recording of that is replayed as it was, and would differ by what is done now.
func TestBlockingOfFormerVersionsIsReplayed(t *testing.T) {
	const file = "testdata/hdrf-version-2.journal"
	require.Greater(t, replayed(t, file).Cycles, uint64(1))
	whole, err := os.ReadFile(file)
	require.NoError(t, err)
	later := filepath.Join(t.TempDir(), "later"+fileSuffix)
	require.NoError(t, os.WriteFile(later, asVersion(whole, blockingVersion), 0o600))
	var difference *Difference
	require.ErrorAs(t, (&Replay{}).Run(&Recording{Files: []string{later}}), &difference)
}

// asVersion makes a file say that it is of another version.
func asVersion(whole []byte, version uint32) []byte {
	binary.LittleEndian.PutUint32(whole[len(fileMagic):], version)
	binary.LittleEndian.PutUint32(whole[headerSize-4:], crc32.Checksum(whole[:headerSize-4], castagnoli))
	return whole
}

// A file from the future is refused, and both versions are named.
func TestLaterFilesAreRefusedWithBothVersions(t *testing.T) {
	_, files := small(t)
	whole, err := os.ReadFile(files[0])
	require.NoError(t, err)
	later := filepath.Join(t.TempDir(), "later"+fileSuffix)
	require.NoError(t, os.WriteFile(later, asVersion(whole, Version+6), 0o600))
	err = (&Replay{}).Run(&Recording{Files: []string{later}})
	var version *VersionError
	require.ErrorAs(t, err, &version)
	require.Equal(t, &VersionError{later, Version + 6, Version}, version)
	require.ErrorContains(t, err, "is of version 9, and this release reads no later one than 3")
	_, err = Describe(later)
	require.ErrorAs(t, err, &version)
	_, _, err = Anonymize(&Recording{Files: []string{later}}, filepath.Join(t.TempDir(), "to"))
	require.ErrorAs(t, err, &version)
}

// A state may have been written in other bytes, by an earlier release: what it is counts.
func TestStatesAreComparedAndNotTheirBytes(t *testing.T) {
	w := newWorld(t, Options{})
	w.step(t)
	state, _, err := snapshotOf(w.Allocator.Allocator)
	require.NoError(t, err)
	p := &Replay{Allocator: w.Allocator.Allocator}
	require.NoError(t, p.part("file", part{kind: snapshotFrame, content: append(state, 0), calls: 7}))
	require.EqualValues(t, 7, p.at)
	w.step(t)
	var different *Difference
	require.ErrorAs(t, p.part("file", part{kind: snapshotFrame, content: append(state, 0)}), &different)
}
