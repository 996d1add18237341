package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// served runs the command, and calls look with the address that it prints. An interrupt
// then ends it.
func served(t *testing.T, look func(address string), args ...string) (warnings string) {
	t.Helper()
	out, in := io.Pipe()
	var errors strings.Builder
	command := viewCommand()
	command.SilenceUsage, command.SilenceErrors = true, true
	command.SetOut(in)
	command.SetErr(&errors)
	command.SetArgs(args)
	ended := make(chan error, 1)
	go func() {
		err := command.Execute()
		in.CloseWithError(err)
		ended <- err
	}()
	address, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Regexp(t, `^http://127\.0\.0\.1:\d+/\n$`, address)
	address = strings.TrimSpace(address)
	look(address)
	require.NoError(t, syscall.Kill(os.Getpid(), syscall.SIGINT))
	require.NoError(t, <-ended)
	_, err = http.Get(address)
	require.Error(t, err, "nobody listens any more")
	return errors.String()
}

// fetched is what the server answers.
func fetched(t *testing.T, address string, status int) string {
	t.Helper()
	response, err := http.Get(address)
	require.NoError(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Equal(t, status, response.StatusCode, string(body))
	return string(body)
}

// shown is a frame of a player.
type shown struct {
	Now     float64
	Cluster struct{ Agents int }
	Roles   [][]any
	Player  struct{ Times []float64 }
}

func frameOf(t *testing.T, address, query string) (s shown) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(fetched(t, address+"data?"+query, http.StatusOK)), &s))
	return s
}

func TestViewServesAScenario(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tiny.yaml")
	require.NoError(t, os.WriteFile(file, []byte(tiny), 0o666))
	served(t, func(address string) {
		require.Contains(t, fetched(t, address, http.StatusOK), "view.js")
		require.NotEmpty(t, fetched(t, address+"view.js", http.StatusOK))
		last := frameOf(t, address, "")
		require.Equal(t, 1, last.Cluster.Agents)
		require.Equal(t, "web", last.Roles[0][1])
		times := last.Player.Times
		require.Greater(t, len(times), 10)
		require.Equal(t, 60.0, times[len(times)-1])
		require.Equal(t, 60.0, last.Now, "the end, if nothing else is asked for")
		require.Equal(t, times[5], frameOf(t, address, "at=5").Now)
		require.Contains(t, fetched(t, address+"history?points=10", http.StatusOK), `"t":[`)
		require.Contains(t, fetched(t, address+"explain?role=web&at=5", http.StatusOK), `"explanation"`)
		require.Contains(t, fetched(t, address+"data?at=9999", http.StatusBadRequest), "there are")
		fetched(t, address+"explain?role=nobody", http.StatusNotFound)
	}, file)

	served(t, func(address string) {
		last := frameOf(t, address, "")
		require.Equal(t, 2, last.Cluster.Agents)
		require.Equal(t, 1111.0, last.Now, "the end has a frame, however far frames are apart")
	}, file, "--set", "machines.0.count=2", "--seed", "2", "--set", "duration=1111s")
}

func TestViewServesARecording(t *testing.T) {
	dir := recorded(t)
	of := func(args ...string) (last shown) {
		served(t, func(address string) { last = frameOf(t, address, "") }, args...)
		return last
	}
	require.Equal(t, 2.0, of(dir).Now)
	require.Equal(t, 2.0, of(onlyFile(t, dir)).Now)
	require.Equal(t, 1.0, of(dir, "--to", "1s").Now)
}

func TestViewRefuses(t *testing.T) {
	dir, folder := recorded(t), t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
		return path
	}
	scenario := file("tiny.yaml", tiny)
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer busy.Close()
	for _, x := range []struct {
		want string
		args []string
	}{
		{"accepts between 1 and 2 arg", nil},
		{"no such file", []string{filepath.Join(folder, "nowhere")}},
		{"there is no recording", []string{t.TempDir()}},
		{"wrong.yaml:1:1", []string{file("wrong.yaml", "machine: 3\n")}},
		{"empty.yaml", []string{file("empty.yaml", "")}},
		{`"policy" is not PATH=VALUE`, []string{scenario, "--set", "policy"}},
		{"yesterday", []string{dir, "--to", "yesterday"}},
		{"--to goes with recordings, and", []string{scenario, "--to", "1s"}},
		{"--seed goes with scenarios, and", []string{dir, "--seed", "2"}},
		{"--set goes with scenarios, and", []string{dir, "--set", "policy=drf"}},
		{"--short goes with scenarios, and", []string{dir, "--short"}},
		{"address already in use", []string{scenario, "--listen", busy.Addr().String()}},
		{"missing port", []string{scenario, "--listen", "127.0.0.1"}},
		{"invalid port", []string{scenario, "--listen", "127.0.0.1:99999"}},
	} {
		command := viewCommand()
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute) // what is served would never end
		command.SetContext(ctx)
		out, err := output(command, x.args...)
		cancel()
		require.ErrorContains(t, err, x.want, x.args)
		require.Empty(t, out, x.args)
	}
}
