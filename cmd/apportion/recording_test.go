package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/journal"
)

// recording is an allocator that is recorded, with a framework f in role web, and cpus.
func recording(t *testing.T, a *core.Allocator) (dir string, r *journal.Recorder, cpus alloc.KindID) {
	dir = t.TempDir()
	r, err := journal.Open(a, journal.Options{Dir: dir})
	require.NoError(t, err)
	role, err := a.InternRole("web")
	require.NoError(t, err)
	cpus, err = a.InternKind(alloc.Kind{Name: "cpus"})
	require.NoError(t, err)
	_, err = a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{role}})
	require.NoError(t, err)
	return dir, r, cpus
}

// recorded is a recording of two agents that came a second apart.
func recorded(t *testing.T) (dir string) {
	a, err := core.New(alloc.Options{Interval: time.Second})
	require.NoError(t, err)
	dir, r, cpus := recording(t, a)
	var cycle alloc.Cycle
	for i, id := range []string{"a1", "a2"} {
		now := alloc.Time(i+1) * alloc.Time(time.Second)
		a.Advance(now)
		_, err = a.AddAgent(alloc.AgentInfo{ID: id, Total: []alloc.Resource{alloc.ScalarOf(cpus, 8000)}})
		require.NoError(t, err)
		a.Allocate(now, &cycle)
		require.Len(t, cycle.Offers, 1)
	}
	require.NoError(t, r.Stop())
	return dir
}

func TestReplayOfARecording(t *testing.T) {
	dir := recorded(t)
	for _, arguments := range [][]string{{dir}, {dir, "--check"}} {
		out, err := output(replayCommand(), arguments...)
		require.NoError(t, err)
		require.Equal(t, "identical: 9 calls, 2 cycles\n", out)
	}
	out, err := output(replayCommand(), dir, "--to", "1s")
	require.NoError(t, err)
	require.Equal(t, "identical: 6 calls, 1 cycles\n", out)
	_, err = output(replayCommand(), dir, "--to", "3s")
	require.ErrorContains(t, err, "nothing of 3s: it goes from 0s to 2s")
	_, err = output(replayCommand(), dir, "--to", "noon")
	require.ErrorContains(t, err, `"noon" is no time`)
	_, err = output(replayCommand(), t.TempDir())
	require.ErrorIs(t, err, journal.ErrNoRecording)
}

func TestStateOfARecording(t *testing.T) {
	dir := recorded(t)
	out, err := output(stateCommand(), dir, "--at", "1.5s")
	require.NoError(t, err)
	require.Contains(t, out, `"agents":1`)
	out, err = output(stateCommand(), dir)
	require.NoError(t, err)
	require.Contains(t, out, `"agents":2`)
	out, err = output(stateCommand(), dir, "--standing")
	require.NoError(t, err)
	require.Contains(t, out, "cpus: 16, of which 0 nobody asks for\n")
	require.Contains(t, out, "  f in role web\n")
}

func TestExplainOverARecording(t *testing.T) {
	out, err := output(explainCommand(), recorded(t), "--framework", "f", "--role", "web", "--at", "1s")
	require.NoError(t, err)
	require.Contains(t, out, "Nothing is offered to f in role web: the framework itself was offered the agent, and has not answered (1 of 1 agent)")
	require.Contains(t, out, "a1: holds 8 cpus itself, unanswered for 0 s at least")
}

func TestJournalOfARecording(t *testing.T) {
	dir := recorded(t)
	files, err := filepath.Glob(filepath.Join(dir, "*.journal"))
	require.NoError(t, err)
	content, err := os.ReadFile(files[0])
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(files[0], content[:len(content)-1], 0o600))
	out, err := output(journalCommand(), dir)
	require.NoError(t, err)
	require.Contains(t, out, filepath.Base(files[0]))
	require.Contains(t, out, "the file ends within a frame")
	out, err = output(replayCommand(), dir)
	require.ErrorIs(t, err, errCut, "what is torn is said, and all before it used")
	require.Contains(t, out, "all before it is used")
	require.Contains(t, out, "identical as far as it can be read: 9 calls, 2 cycles; cut off at offset ")
	out, err = output(journalCommand(), dir, "--history")
	require.ErrorIs(t, err, errCut)
	require.Contains(t, out, "all before it is used")
	_, err = output(journalCommand(), dir, "--to", "1s")
	require.EqualError(t, err, "--to goes with --history")
}

// A state that is of an earlier time than was asked for is said to be, with the exit status of a
// damage, and one before the damage is as good as any.
func TestAStateBeforeADamageIsSaidToBe(t *testing.T) {
	dir := recorded(t)
	file := onlyFile(t, dir)
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, content[:len(content)-1], 0o600))
	serving, end := context.WithCancel(context.Background())
	end() // as an interrupt does
	page := viewCommand()
	page.SetContext(serving)
	for _, x := range []struct {
		command   *cobra.Command
		arguments []string
	}{
		{page, nil},
		{topCommand(), nil},
		{stateCommand(), nil},
		{scenarioCommand(), []string{"--out", filepath.Join(t.TempDir(), "x.yaml")}},
		{explainCommand(), []string{"--framework", "f"}},
		{whatifCommand(), []string{"--add-agents", "1:cpus:4"}},
		{journalCommand(), []string{"--history"}},
	} {
		out, err := output(x.command, append([]string{dir}, x.arguments...)...)
		require.ErrorIs(t, err, errCut, x.command.Name())
		require.Contains(t, out, "nothing can be read behind 2s", x.command.Name())
	}
	out, err := output(stateCommand(), dir, "--at", "0s")
	require.NoError(t, err)
	require.NotContains(t, out, "nothing can be read")
}

// What is no recording is unreadable, which is neither a recording that is torn nor one
// that differs.
func TestWhatIsNoRecording(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.journal")
	require.NoError(t, os.WriteFile(file, []byte("a text that is not that short"), 0o600))
	for _, path := range []string{file, filepath.Dir(file)} {
		out, err := output(journalCommand(), path)
		require.ErrorIs(t, err, journal.ErrNoRecording)
		require.Contains(t, out, "it does not begin as a recording does")
		out, err = output(stateCommand(), path)
		require.ErrorIs(t, err, journal.ErrNoRecording)
		require.NotContains(t, out, "is used")
	}
}

// A file says which version wrote it, and its times are those that commands take.
func TestJournalSaysWhoWroteIt(t *testing.T) {
	out, err := output(journalCommand(), recorded(t))
	require.NoError(t, err)
	require.Contains(t, out, "  "+apportion.Release()+"  ")
	require.Contains(t, out, "  0s    2s  9      2  ")
}

func TestAnonymizeARecording(t *testing.T) {
	dir := recorded(t)
	to := filepath.Join(t.TempDir(), "anonymous")
	out, err := output(journalCommand(), dir, "--anonymize", to)
	require.NoError(t, err)
	require.Equal(t, "anonymous, and identical: 9 calls, 2 cycles\n", out)
	out, err = output(stateCommand(), to)
	require.NoError(t, err)
	require.NotContains(t, out, `"web"`)
	require.Contains(t, out, `"cpus"`)
	out, err = output(replayCommand(), to, "--check")
	require.NoError(t, err)
	require.Equal(t, "identical: 9 calls, 2 cycles\n", out)
	_, err = output(journalCommand(), dir, "--anonymize", to)
	require.ErrorIs(t, err, os.ErrExist)

	file := onlyFile(t, dir)
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	for want, altered := range map[error][]byte{
		errCut:     content[:len(content)-1],
		errDamaged: append(content[:len(content)-1:len(content)-1], content[len(content)-1]^16),
	} {
		require.NoError(t, os.WriteFile(file, altered, 0o600))
		out, err = output(journalCommand(), dir, "--anonymize", filepath.Join(t.TempDir(), "anonymous"))
		require.ErrorIs(t, err, want)
		require.Contains(t, out, "anonymous, and identical: 9 calls")
	}
}

func TestARecordingAsAHistory(t *testing.T) {
	dir := recorded(t)
	command := journalCommand()
	var text, warnings strings.Builder
	command.SetOut(&text)
	command.SetErr(&warnings)
	command.SetArgs([]string{dir, "--history"})
	require.NoError(t, command.Execute())
	require.Empty(t, warnings.String())
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "recording.jsonl"), []byte(text.String()), 0o600))
	out, err := output(conformanceCommand(), folder)
	require.NoError(t, err)
	require.Equal(t, "1 passed, 0 failed\n", out)
	out, err = output(replayCommand(), filepath.Join(folder, "recording.jsonl"))
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(out, "offer f web a"), out)
	out, err = output(journalCommand(), dir, "--history", "--to", "1.5s")
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(out, `"offers":[{`), out)
	_, err = output(journalCommand(), dir, "--history", "--to", "1h")
	var outside *journal.TimeError
	require.ErrorAs(t, err, &outside)
}

// A bit flipped in the calls of a recording is said in the line, with a status of its own.
func TestDamageIsSaidInTheLine(t *testing.T) {
	dir := recorded(t)
	file := onlyFile(t, dir)
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	said := 0
	for i := range content {
		altered := append([]byte(nil), content...)
		altered[i] ^= 16
		require.NoError(t, os.WriteFile(file, altered, 0o600))
		out, err := output(replayCommand(), dir, "--check")
		require.Error(t, err, "byte %d", i)
		require.NotContains(t, out, "identical:", "byte %d", i)
		if strings.Contains(out, "identical as far as it can be read: 0 calls, 0 cycles; damaged at offset ") {
			require.ErrorIs(t, err, errDamaged)
			said++
		}
	}
	require.Positive(t, said)
}
