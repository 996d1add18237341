package reproduce

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/history"
)

// cluster is a history of which the last call offers three agents to two frameworks.
const cluster = `initialize t by-hand agent-order=random seed=3
agent a1 cpus:8 mem:64 host=h1 caps=MULTI_ROLE
agent a2 cpus:8 mem:64 host=h2 caps=MULTI_ROLE
agent a3 cpus:8 mem:64 host=h3 caps=MULTI_ROLE
framework f1 roles=web,batch caps=MULTI_ROLE
framework f2 roles=web caps=MULTI_ROLE
advance 1
weights {web:2}
exclude-agent f1 web a1
advance 0
`

func read(t *testing.T, text string) []history.Op {
	traces, err := history.ReadAny([]byte(text))
	require.NoError(t, err)
	return traces[0].Ops()
}

// faulty offers nothing of an agent.
func faulty(agent string) Other {
	return Other{"a faulty one", func(ctx context.Context, ops []history.Op) Outcome {
		o := last(ctx, driver.New(alloc.Options{}), ops)
		o.Answer.Offers = slices.DeleteFunc(o.Answer.Offers, func(x history.Offer) bool { return x.Agent == agent })
		return o
	}}
}

// Whoever answers otherwise shows the difference with what it takes, and no more.
func TestReducedHistoriesShowTheDifference(t *testing.T) {
	ops := read(t, cluster)
	f, err := Reduce(ops, append(slices.Clone(Inside), faulty("a2")), time.Minute)
	require.NoError(t, err)
	require.Equal(t, "a faulty one", f.With)
	require.Equal(t, 10, f.From)
	require.Len(t, f.Ops, 4, history.FormatLines(f.Ops))
	require.Contains(t, history.FormatLines(f.Ops), "agent a2")
	require.Contains(t, f.Here.String(), "offer f")
	require.Equal(t, "nothing", f.There.String())
	again := last(t.Context(), driver.New(alloc.Options{}), f.Ops)
	require.Equal(t, f.Here, again, "what is written shows it")
}

// Those in this process answer as the allocator does.
func TestWithoutADifferenceNothingIsFound(t *testing.T) {
	f, err := Reduce(read(t, cluster), Inside, time.Minute)
	require.NoError(t, err)
	require.Nil(t, f)
}

// However long a history is, looking for a difference comes to an end.
func TestLookingForADifferenceEnds(t *testing.T) {
	f, err := Reduce(read(t, cluster), Inside, time.Nanosecond)
	require.Nil(t, f)
	require.ErrorContains(t, err, "10 calls take longer than 1ns to be carried out twice, here and visiting every agent")
	slow := filepath.Join(t.TempDir(), "slow")
	require.NoError(t, os.WriteFile(slow, []byte("#!/bin/sh\nexec sleep 60\n"), 0o700))
	_, err = Reduce(read(t, cluster), []Other{Program(slow, t.TempDir())}, 50*time.Millisecond)
	require.ErrorContains(t, err, "take longer than 50ms")
}

// Another version of the command is asked for what it says of the last line.
func TestAnotherProgramIsAsked(t *testing.T) {
	program := filepath.Join(t.TempDir(), "apportion")
	script := func(text string) Other {
		require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\n"+text), 0o700))
		return Program(program, t.TempDir())
	}
	ops := read(t, cluster)
	// It says that nothing is offered of a3, and goes by the text of what it is given.
	f, err := Reduce(ops, []Other{script(`n=$(wc -l < "$2"); printf '\nline %d: %s\n  nothing\n' "$n" "$(tail -n 1 "$2")"`)}, time.Minute)
	require.NoError(t, err)
	require.Equal(t, program, f.With)
	require.Len(t, f.Ops, 4, history.FormatLines(f.Ops))
	require.Equal(t, "nothing", f.There.String())
	_, err = Reduce(ops, []Other{script("echo 'unknown operation' >&2; exit 2")}, time.Minute)
	require.ErrorContains(t, err, "unknown operation")
	_, err = Reduce(ops, []Other{script("echo hello")}, time.Minute)
	require.ErrorContains(t, err, "says nothing of line 10")
	_, err = Reduce(ops, []Other{Program(program+"-none", t.TempDir())}, time.Minute)
	require.Error(t, err)
}

// Refusals are compared by what they are, not by their words.
func TestRefusalsAreCompared(t *testing.T) {
	ops := read(t, "initialize t by-hand\nagent a1 cpus:1\nremove-agent a2\n")
	accepts := Other{"accepts", func(context.Context, []history.Op) Outcome { return Outcome{} }}
	f, err := Reduce(ops, []Other{{"says it otherwise", func(context.Context, []history.Op) Outcome {
		return Outcome{Text: refused + "who is that?"}
	}}, accepts}, time.Minute)
	require.NoError(t, err)
	require.Equal(t, "accepts", f.With)
	require.Len(t, f.Ops, 2)
	require.True(t, strings.HasPrefix(f.Here.String(), refused))
}

func TestWriteSaysWhatItIsFor(t *testing.T) {
	var text strings.Builder
	require.NoError(t, Write(&text, read(t, "initialize t\npause\n"), "one\ntwo", "three"))
	require.Equal(t, "# one\n# two\n# three\ninitialize t\npause\n", text.String())
	require.Len(t, read(t, text.String()), 2)
}
