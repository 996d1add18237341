package main

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/journal"
)

// readers are the commands that read a recording, with what they have to be given.
func readers(t *testing.T) map[string]func(path string) error {
	call := func(command *cobra.Command, more ...string) func(string) error {
		return func(path string) error {
			_, err := output(command, append([]string{path}, more...)...)
			return err
		}
	}
	return map[string]func(string) error{
		"state": call(stateCommand()), "journal": call(journalCommand()), "whatif": call(whatifCommand(), "--weight", "web=2"),
		"scenario": call(scenarioCommand(), "--out", filepath.Join(t.TempDir(), "x.yaml")),
		"history":  call(journalCommand(), "--history"),
	}
}

// What is no recording, or none that can be read, is an error that names it, in every
// command, and none waits for anything.
func TestOddRecordings(t *testing.T) {
	dir := t.TempDir()
	pipe, header, folder := filepath.Join(dir, "pipe"), filepath.Join(dir, "x.journal"), filepath.Join(dir, "folder")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	content, err := os.ReadFile(onlyFile(t, recorded(t)))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(header, content[:16], 0o600))
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "1.journal"), 0o700))
	require.NoError(t, os.Symlink(pipe, filepath.Join(folder, "2.journal")))
	for name, read := range readers(t) {
		for _, path := range []string{filepath.Join(dir, "missing"), pipe, header, folder} {
			done := make(chan error, 1)
			go func() { done <- read(path) }()
			select {
			case err := <-done:
				require.ErrorContains(t, err, path, name)
			case <-time.After(time.Minute):
				t.Fatalf("%s %s waits", name, path)
			}
		}
	}
	require.False(t, isRecording(pipe))
}

// What is in no order within a frame that is whole, as what a later release has recorded may be, is an error that names the
// file.
func TestContentsThatCannotBeReadAreNamed(t *testing.T) {
	dir := t.TempDir()
	for name, frames := range map[string][]string{
		"about": {"\x01{", "\x05"}, "snapshot": {"\x01{}", "\x02\x00\x00x", "\x05"}, "call": {"\x01{}", "", "\x03\x00\x00\xc8", "\x05"},
	} {
		file := filepath.Join(dir, name+".journal")
		require.NoError(t, os.WriteFile(file, forgedRecording(t, frames), 0o600))
		for command, read := range readers(t) {
			if command == "journal" && name != "about" {
				continue // which lists it
			}
			require.ErrorContains(t, read(file), file, "%s %s", command, name)
		}
		out, _ := output(journalCommand(), file)
		require.Contains(t, out, file)
		to := filepath.Join(dir, "to")
		_, err := output(journalCommand(), file, "--anonymize", to)
		require.ErrorContains(t, err, file)
		require.NoDirExists(t, to)
	}
}

// forgedRecording is a file of frames with these contents behind their kinds; "" is a snapshot of a new allocator.
func forgedRecording(t *testing.T, frames []string) []byte {
	table := crc32.MakeTable(crc32.Castagnoli)
	packer, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	a, err := core.New(alloc.Options{})
	require.NoError(t, err)
	snapshot := bytes.NewBufferString("\x02\x00\x00")
	require.NoError(t, a.Snapshot(snapshot))
	file := append([]byte("\x89APJ\r\n\x1a\n"), 1, 0, 0, 0)
	file = binary.LittleEndian.AppendUint32(file, crc32.Checksum(file, table))
	for i, frame := range frames {
		if frame == "" {
			frame = snapshot.String()
		}
		content := packer.EncodeAll([]byte(frame[1:]), nil)
		start := len(file)
		file = append(file, 0xf5, 'A', 'P', 'J', frame[0], 0, 0, 0, byte(i), 0, 0, 0)
		file = binary.LittleEndian.AppendUint32(file, uint32(len(content)))
		sum := crc32.Update(crc32.Checksum(file[start:], table), table, content)
		file = append(binary.LittleEndian.AppendUint32(file, sum), content...)
	}
	return file
}

// What is no recording has no times, either.
func TestNoRecordingHasNoTimes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.journal")
	require.NoError(t, os.WriteFile(file, []byte(tiny), 0o666))
	_, err := output(whatifCommand(), file, "--at", "7s", "--weight", "web=2")
	require.ErrorContains(t, err, "it does not begin as a recording does")
}

// Times outside of a recording are refused with those from when to when it goes.
func TestTimesOutsideAreRefused(t *testing.T) {
	dir := recorded(t)
	yaml := filepath.Join(t.TempDir(), "x.yaml")
	for _, at := range []string{"1h", "-5s"} {
		for _, x := range []struct {
			command   *cobra.Command
			arguments []string
		}{
			{stateCommand(), []string{"--at", at}},
			{explainCommand(), []string{"--framework", "f", "--at", at}},
			{whatifCommand(), []string{"--weight", "web=2", "--at", at}},
			{replayCommand(), []string{"--to", at}},
			{journalCommand(), []string{"--history", "--to", at}},
			{scenarioCommand(), []string{"--out", yaml, "--from", at}},
			{scenarioCommand(), []string{"--out", yaml, "--to", at}},
		} {
			_, err := output(x.command, append([]string{dir}, x.arguments...)...)
			var outside *journal.TimeError
			require.ErrorAs(t, err, &outside, "%s %v", x.command.Name(), x.arguments)
			require.True(t, strings.HasSuffix(err.Error(), "it goes from 0s to 2s"), err)
		}
	}
}

// A change that cannot be made says once what it is about.
func TestAPolicyThatIsNoneIsNamedOnce(t *testing.T) {
	dir := recorded(t)
	for _, policy := range []string{"nosuch", "/web=nosuch", "max_min:foo=1"} {
		_, err := output(whatifCommand(), dir, "--policy", policy)
		require.ErrorContains(t, err, "policy of ")
		require.Equal(t, 1, strings.Count(err.Error(), "policy of "), err)
	}
}
