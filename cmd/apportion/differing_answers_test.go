package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// differing is a recording whose last cycle offered nothing, where a replay offers an
// agent: it was deactivated without a record. Before it, so many agents came and
// went.
func differing(t *testing.T, more int, before func(*core.Allocator)) (dir string) {
	a, err := core.New(alloc.Options{Interval: time.Second})
	require.NoError(t, err)
	before(a)
	dir, r, cpus := recording(t, a)
	for range more {
		id, err := a.AddAgent(alloc.AgentInfo{ID: "gone"})
		require.NoError(t, err)
		require.NoError(t, a.RemoveAgent(id))
	}
	id, err := a.AddAgent(alloc.AgentInfo{ID: "a1", Total: []alloc.Resource{alloc.ScalarOf(cpus, 8000)}})
	require.NoError(t, err)
	a.SetRecorder(nil)
	require.NoError(t, a.DeactivateAgent(id))
	a.SetRecorder(r)
	var cycle alloc.Cycle
	a.Allocate(alloc.Time(time.Second), &cycle)
	require.Empty(t, cycle.Offers)
	require.NoError(t, r.Stop())
	return dir
}

func nothing(*core.Allocator) {}

// What differs is named with both answers, and the history up to there printed.
func TestADifferenceHasItsHistory(t *testing.T) {
	dir := differing(t, 1, nothing)
	out, err := output(replayCommand(), dir)
	require.ErrorIs(t, err, errFailed)
	require.Contains(t, out, "call 6, Allocate(1000000000)\n  recorded: 0 offers and 0 inverse offers, digest 0000000000000000\n  here:     1 offers")
	require.Contains(t, out, "# The history up to there, all of it.")
	_, text, _ := strings.Cut(out, "\n\n")
	said, err := run(t, text)
	require.NoError(t, err)
	require.Contains(t, said, "remove-agent gone")
	require.True(t, strings.HasSuffix(said, "\n  offer f web a1 [cpus:8]\n"), said)
}

// Another version of the program, which answers otherwise, has the history reduced.
func TestADifferenceIsReducedByAnotherVersion(t *testing.T) {
	folder := t.TempDir()
	program, file := filepath.Join(folder, "older"), filepath.Join(folder, "short.history")
	require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\n"+`printf '\nline %d: %s\n  nothing\n' "$(wc -l < "$2")" "$(tail -n 1 "$2")"`), 0o700))
	dir := differing(t, 150, nothing)
	out, err := output(replayCommand(), dir)
	require.ErrorIs(t, err, errFailed)
	require.Contains(t, out, "the history up to there has 305 calls: --out FILE writes it\n")
	out, err = output(replayCommand(), dir, "--against", program, "--out", file)
	require.ErrorIs(t, err, errFailed)
	require.Contains(t, out, "history of 4 calls: "+file)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Contains(t, string(text), "# Reduced from 305 calls to 4, which show it: the last is answered otherwise by "+program+".\n# here:  offer f web a1 [cpus:8]\n# there: nothing\ninitialize")
	said, err := run(t, string(text))
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(said, "\n  offer f web a1 [cpus:8]\n"), said)

	out, err = output(replayCommand(), dir, "--out", file)
	require.ErrorIs(t, err, errFailed)
	require.Contains(t, out, "file exists", "nothing is written over")
	out, err = output(replayCommand(), dir, "--against", filepath.Join(folder, "none"))
	require.ErrorIs(t, err, errFailed)
	require.Contains(t, out, "no such file")
}

// A history begins with a new allocator. Of one that was at work already, a file of the
// recording shows the difference.
func TestADifferenceInTheMiddleHasItsFile(t *testing.T) {
	dir := differing(t, 1, func(a *core.Allocator) {
		_, err := a.AddFramework(alloc.FrameworkInfo{ID: "earlier"})
		require.NoError(t, err)
	})
	out, err := output(replayCommand(), dir)
	require.ErrorIs(t, err, errFailed)
	require.Contains(t, out, "no history shows it")
	files, err := filepath.Glob(filepath.Join(dir, "*.journal"))
	require.NoError(t, err)
	require.Contains(t, out, "replay "+files[0]+" does")
}
