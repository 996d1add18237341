package check

import (
	"errors"
	"fmt"
	"hash/crc32"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/generate"
	"github.com/apportion/apportion/history"
)

// Two histories of each setup: what a hunt does for minutes.
func TestHistories(t *testing.T) {
	for seed := range uint64(32) {
		setup := SetupFor(seed)
		ops, _, f := Play(generate.New(setup.Generate(), seed), setup, setup.Axes(), 120)
		if f != nil {
			report(t, ops, f, seed)
		}
	}
}

// The histories in testdata/regressions failed once.
func TestRegressions(t *testing.T) {
	files, err := filepath.Glob("testdata/regressions/*.history")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		histories, setup, err := ReadFile(file)
		require.NoError(t, err)
		require.NotEmpty(t, histories, file)
		for _, ops := range histories {
			require.Nil(t, Replay(ops, setup, setup.Axes()), file)
		}
	}
}

var byID = core.Options{AgentOrder: core.OrderByID}

func operations(trace history.Trace) []history.Op {
	var ops []history.Op
	for _, step := range trace.Steps {
		ops = append(ops, step.Op)
	}
	return ops
}

// report reduces a history that failed, and writes down and shows what is left.
func report(t *testing.T, ops []history.Op, f *Failure, seed uint64) {
	t.Helper()
	setup := SetupFor(seed)
	reduced := Reduce(ops, f, setup, setup.Axes(), 30*time.Second)
	content := []byte(history.FormatTrace(history.Trace{Steps: steps(reduced)}))
	file, err := filepath.Abs(fmt.Sprintf("../../out/fuzz/%08x.history", crc32.ChecksumIEEE(content)))
	require.NoError(t, err)
	require.NoError(t, WriteFile(file, reduced, setup, f))
	t.Fatalf("%v\nreduced, in %s:\n%s", f, file, content)
}

func steps(ops []history.Op) []history.Step {
	var out []history.Step
	for _, op := range ops {
		out = append(out, history.Step{Op: op})
	}
	return out
}

// FuzzHistory reads the choices of a generator from the data. The first byte is
// the setup.
func FuzzHistory(f *testing.F) {
	for seed := range 16 {
		f.Add([]byte(strings.Repeat(fmt.Sprintf("%c%c\x80\x20\xe0", seed, 37*seed), 40)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		seed := uint64(data[0])
		setup := SetupFor(seed)
		ops, _, failed := Play(generate.FromBytes(setup.Generate(), data[1:]), setup, setup.Axes(), 200)
		if failed != nil {
			report(t, ops, failed, seed)
		}
	})
}

// FuzzReplay carries out whatever can be written as a history. What the core
// refuses leaves no trace, what it accepts it accepts however it works inside.
func FuzzReplay(f *testing.F) {
	f.Add("initialize x\nframework f1 roles=a\nagent a1 cpus:8 mem:1\nrecover f1 a1 a cpus:8 refuse=1\nadvance 2\n")
	f.Add("initialize x interval=2 min=[{cpus:1}]\nquota a guarantees={cpus:4} limits={cpus:6}\nframework f1 roles=a,b caps=MULTI_ROLE\nagent a1 cpus:8 ports:[1-9]\nadvance 2\n")
	f.Add("initialize x domain=r:z recovery-timeout=9\nrecovery 2 quotas=[a {cpus:1} {}]\nagent a1 disk[MOUNT:/m]:8 cpus(a static):2 used=[f1 a cpus(a static):1]\nframework f1 roles=a used=[a1 a cpus(a static):1]\nadvance 20\n")
	f.Fuzz(func(t *testing.T, text string) {
		traces, err := history.ReadShort(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, trace := range traces {
			if tooLong(trace) {
				continue
			}
			setup := Setup{Every: 1, Options: byID}
			if failed := Replay(operations(trace), setup, setup.Axes()); failed != nil {
				t.Fatal(failed)
			}
		}
	})
}

// tooLong says whether a trace has more time in it than is worth waiting for.
func tooLong(trace history.Trace) bool {
	seconds := 0.0
	for _, step := range trace.Steps {
		if o, ok := step.Op.(*history.Advance); ok {
			seconds += max(o.Seconds, 0)
		}
	}
	return !(seconds < 60) || len(trace.Steps) > 60
}

// A failing history becomes shorter, fails in the same check, and keeps nothing
// that it could do without.
func TestReduce(t *testing.T) {
	setup := Setup{Every: 1, Options: byID}
	axes := []Axis{{"forgetful", func(s Setup) history.Driver { return &forgetful{Driver: s.newSubject(core.TestOptions{})} }}}
	ops, _, f := Play(generate.New(setup.Generate(), 4), setup, axes, 300)
	require.NotNil(t, f)
	require.Equal(t, "forgetful: refusal", f.Check)
	reduced := Reduce(ops, f, setup, axes, time.Minute)
	require.Len(t, reduced, 2)
	require.IsType(t, &history.AddAgent{}, reduced[1])
}

// forgetful refuses the third kind of call that it sees.
type forgetful struct{ history.Driver }

func (x *forgetful) Apply(op history.Op) (history.Answer, error) {
	if _, ok := op.(*history.AddAgent); ok {
		return history.Answer{}, &core.Error{Code: core.CodeLimit, Text: "forgotten"}
	}
	return x.Driver.Apply(op)
}

// What the witness knows of offers, it also finds wrong.
func TestWitnessFindsWrongOffers(t *testing.T) {
	read := func(line string) history.Op {
		op, err := history.ParseShort(line)
		require.NoError(t, err)
		return op
	}
	known := []string{
		"initialize x min=[{cpus:0.5}]", "framework f1 roles=a,b caps=MULTI_ROLE suppressed=b", "framework f2 roles=a inactive",
		"agent a1 cpus:8 cpus{rev}:2 cpus(b static):2 host=h1 caps=MULTI_ROLE", "agent a2 cpus:8 host=h2 caps=MULTI_ROLE",
		"agent a3 cpus:8 host=h1", "deactivate-agent a2", "quota a limits={cpus:4}",
	}
	cpus := func(n int64) []history.Resource { return []history.Resource{{Name: "cpus", Milli: n}} }
	for _, c := range []struct {
		offer history.Offer
		wrong string
	}{
		{history.Offer{Framework: "f1", Role: "a", Agent: "a1", Resources: cpus(4000)}, ""},
		{history.Offer{Framework: "f1", Role: "a", Agent: "a1", Resources: cpus(4001)}, "beyond the limit"},
		{history.Offer{Framework: "f1", Role: "b", Agent: "a1", Resources: cpus(1000)}, "suppressed"},
		{history.Offer{Framework: "f1", Role: "c", Agent: "a1", Resources: cpus(1000)}, "not subscribed"},
		{history.Offer{Framework: "f2", Role: "a", Agent: "a1", Resources: cpus(1000)}, "inactive"},
		{history.Offer{Framework: "f1", Role: "a", Agent: "a2", Resources: cpus(1000)}, "deactivated"},
		{history.Offer{Framework: "f1", Role: "a", Agent: "a3", Resources: cpus(1000)}, "tell roles apart"},
		{history.Offer{Framework: "f1", Role: "a", Agent: "a1", Resources: cpus(400)}, "below the minimum"},
		{history.Offer{Framework: "f1", Role: "a", Agent: "a1", Resources: cpus(9000)}, "doesn't have it"},
		{history.Offer{Framework: "f1", Role: "a", Agent: "a1", Resources: []history.Resource{{Name: "cpus", Milli: 1000, Revocable: true}}}, "cannot use"},
		{history.Offer{Framework: "f1", Role: "a", Agent: "a1", Resources: []history.Resource{{Name: "cpus", Milli: 1000, Reservations: []history.Reservation{{Role: "b"}}}}}, "reserved for others"},
	} {
		checker := New(Setup{Every: 1, Options: byID}, nil)
		for _, line := range known {
			checker.world.Learn(read(line), history.Answer{})
		}
		checker.answer = history.Answer{Offers: []history.Offer{c.offer}}
		err := checker.witness(&history.Pause{})
		if c.wrong == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.wrong)
		}
	}
}

// An expectation says what is wrong with an answer to a call.
func TestExpected(t *testing.T) {
	state := &core.Error{Code: core.CodeState}
	require.NoError(t, expected(generate.Want{}, nil))
	require.Error(t, expected(generate.Want{}, state))
	require.NoError(t, expected(generate.Want{Code: core.CodeState}, state))
	require.Error(t, expected(generate.Want{Code: core.CodeState}, nil))
	require.Error(t, expected(generate.Want{Code: core.CodeName}, state))
	require.NoError(t, expected(generate.Want{Either: true}, state))
	require.Error(t, expected(generate.Want{Either: true}, errors.New("another type")))
}
