package differential

import (
	"errors"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/generator"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/tested"
)

// Histories of setups of each sort: what a hunt does for minutes.
func TestEverythingFindsNothing(t *testing.T) {
	l := Everything
	l.Calls = 120
	for seed := range uint64(32) {
		_, played, f := l.Play(seed, true)
		if f != nil {
			report(t, played, f, seed)
		}
	}
}

// The histories in testdata/regressions failed once.
func TestRegressions(t *testing.T) {
	files, err := filepath.Glob("testdata/regressions/*.history")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		sequences, err := ReadFile(file)
		require.NoError(t, err)
		require.NotEmpty(t, sequences, file)
		for _, played := range sequences {
			require.NoError(t, failed(Check(played)), file)
		}
	}
}

// report reduces a history that failed, and writes down and shows what is left.
func report(t *testing.T, played *sequence.Sequence, f *Failure, seed uint64) {
	t.Helper()
	reduced := Everything.Reduce(played, seed, f, 30*time.Second)
	content := history.FormatLines(reduced.Ops())
	name := fnv.New64a()
	name.Write([]byte(content))
	file, err := filepath.Abs(fmt.Sprintf("../../out/fuzz/%016x.history", name.Sum64()))
	require.NoError(t, err)
	require.NoError(t, WriteFile(file, reduced, f))
	t.Fatalf("%v\nreduced, in %s:\n%s", f, file, content)
}

// FuzzHistory reads the choices of a generator from the data. The first byte is the setup.
func FuzzHistory(f *testing.F) {
	for seed := range 16 {
		f.Add([]byte(strings.Repeat(fmt.Sprintf("%c%c\x80\x20\xe0", seed, 37*seed), 40)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		l := Everything
		l.Calls = 200
		source := &bytesSource{Left: data[1:]}
		g := l.open(uint64(data[0]), sequence.New(nil), source)
		for over := false; !over && len(source.Left) > 0; {
			var failed *Failure
			if over, failed = g.Play(1); failed != nil {
				report(t, g.Sequence, failed, g.Seed)
			}
			if len(source.Left) == 0 {
				l.Calls = g.played // what the history ends with comes next
			}
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
			s := sequence.Setup{Every: 1, Options: alloc.Options{AgentOrder: alloc.OrderByID}}
			played, err := sequence.Read(s, trace.Ops())
			if err != nil || tooLong(played) {
				continue
			}
			if failed := Check(played); failed != nil {
				t.Fatal(failed)
			}
		}
	})
}

// tooLong says whether a sequence has more time in it than is worth waiting for.
func tooLong(t *sequence.Sequence) bool {
	var sum time.Duration
	for i := range t.Calls {
		if c := &t.Calls[i]; c.Verb == calls.OpAdvance {
			sum += min(c.For, time.Hour)
		}
	}
	return sum >= time.Minute || len(t.Calls) > 60
}

// A failing history becomes shorter and simpler, fails in the same check, and keeps
// nothing that it could do without.
func TestReduceSimplifies(t *testing.T) {
	l := Everything
	l.opponents = func(cast *sequence.Cast, _ uint64) []opponent {
		return []opponent{neverAdds{newAnother(cast, "never adds", tested.Options{})}}
	}
	_, played, f := l.Play(4, true)
	require.ErrorContains(t, failed(f), "never adds: refusal")
	reduced := l.Reduce(played, 4, f, time.Minute)
	require.Len(t, reduced.Calls, 1)
	require.Equal(t, calls.OpAddAgent, reduced.Calls[0].Verb)
	require.Empty(t, reduced.Calls[0].Resources)
}

// Mesos takes some calls of an inactive framework for its activation: a history of what the two have in
// common is cut down to one without such calls.
func TestReduceWithoutCallsThatMesosTakesForActivation(t *testing.T) {
	l := Everything
	l.opponents = func(cast *sequence.Cast, _ uint64) []opponent {
		return []opponent{neverAdds{newAnother(cast, "never adds", tested.Options{})}}
	}
	for _, call := range []string{
		"revive f roles=elsewhere", // refused
		"update-framework f roles=a,b suppressed=b",
		"update-framework f roles=a,b",
		"revive f roles=a",
	} {
		reduced := reduceLines(t, l, "never adds: refusal", "framework f roles=a inactive", call, "agent a1 cpus:4")
		require.Len(t, reduced.Calls, 1, call)
	}
}

// A framework that is left in tells what it uses of the agents that are left.
func TestReduceTellsWhatAFrameworkUses(t *testing.T) {
	l := Everything
	l.opponents = func(cast *sequence.Cast, _ uint64) []opponent {
		return []opponent{neverReturns{newAnother(cast, "never returns", tested.Options{})}}
	}
	reduced := reduceLines(t, l, "never returns: refusal",
		"agent a1 cpus:4 used=[f a cpus:1]", "agent a2 cpus:4 used=[f a cpus:2]", "agent a3 cpus:4", "framework f roles=a used=[a1 a cpus:1; a2 a cpus:2]")
	require.Len(t, reduced.Calls, 2)
	require.Len(t, reduced.Calls[1].Used, 1)
	require.Equal(t, reduced.Calls[0].Agent, reduced.Calls[1].Used[0].Holder)
}

// reduceLines reduces what fails at the last of some lines, between what Mesos and the core have in common.
func reduceLines(t *testing.T, l Lane, fails string, lines ...string) *sequence.Sequence {
	var ops []history.Op
	for _, line := range append([]string{"initialize fuzz interval=1"}, lines...) {
		op, err := history.ParseShort(line)
		require.NoError(t, err)
		ops = append(ops, op)
	}
	played, err := sequence.Read(sequence.Setup{Every: 1, Faithful: true}, ops)
	require.NoError(t, err)
	f := l.Replay(played, 1, true)
	require.ErrorContains(t, failed(f), fails, lines)
	return l.Reduce(played, 1, f, time.Minute)
}

// neverReturns refuses frameworks that use something already.
type neverReturns struct{ *another }

func (x neverReturns) play(s *subject, c *sequence.Call, refusal error) {
	if c.Verb == calls.OpAddFramework && len(c.Used) > 0 && refusal == nil {
		must.Fail("refused")
	}
	x.another.play(s, c, refusal)
}

// neverAdds refuses agents.
type neverAdds struct{ *another }

func (x neverAdds) play(s *subject, c *sequence.Call, refusal error) {
	if c.Verb == calls.OpAddAgent && refusal == nil {
		must.Fail("refused")
	}
	x.another.play(s, c, refusal)
}

// What the witness knows of offers, it also finds wrong.
func TestWitnessFindsWrongOffers(t *testing.T) {
	known := []string{
		"initialize x min=[{cpus:0.5}]", "framework f1 roles=a,b caps=MULTI_ROLE suppressed=b", "framework f2 roles=a inactive",
		"agent a1 cpus:8 cpus{rev}:2 cpus(b static):2 host=h1 caps=MULTI_ROLE", "agent a2 cpus:8 host=h2 caps=MULTI_ROLE",
		"agent a3 cpus:8 host=h1", "deactivate-agent a2", "quota a limits={cpus:4}",
	}
	for _, c := range []struct{ framework, role, agent, resources, wrong string }{
		{"f1", "a", "a1", "cpus:4", ""},
		{"f1", "a", "a1", "cpus:4.001", "beyond the limit"},
		{"f1", "b", "a1", "cpus:1", "suppressed"},
		{"f1", "c", "a1", "cpus:1", "not subscribed"},
		{"f2", "a", "a1", "cpus:1", "inactive"},
		{"f1", "a", "a2", "cpus:1", "deactivated"},
		{"f1", "a", "a3", "cpus:1", "tell roles apart"},
		{"f1", "a", "a1", "cpus:0.4", "below the minimum"},
		{"f1", "a", "a1", "cpus:9", "doesn't have it"},
		{"f1", "a", "a1", "cpus{rev}:1", "cannot use"},
		{"f1", "a", "a1", "cpus(b static):1", "reserved for others"},
	} {
		offer := fmt.Sprintf("recover %s %s %s %s", c.framework, c.agent, c.role, c.resources)
		var ops []history.Op
		for _, line := range append(known, offer) {
			op, err := history.ParseShort(line)
			require.NoError(t, err)
			ops = append(ops, op)
		}
		told, err := sequence.Read(sequence.Setup{Every: 1}, ops)
		require.NoError(t, err)
		last := len(told.Calls) - 1
		b := accounts.New(told.Cast)
		for i := range last {
			b.Learn(&told.Calls[i])
		}
		call := &told.Calls[last]
		p := accounts.Place{Framework: call.Framework, Role: call.Role, Agent: call.Agent}
		var bag accounts.Bag
		resources := call.Value.(*calls.RecoverResources).Resources
		bag.Set(told.Cast.Kinds, resources)
		wrong := b.Wrong(p, bag)
		if wrong == "" {
			b.Offers(p, resources)
			if _, _, beyond := b.BeyondLimit(p.Role, bag); beyond {
				wrong = "beyond the limit"
			}
		}
		if c.wrong == "" {
			require.Empty(t, wrong, offer)
		} else {
			require.Contains(t, wrong, c.wrong, offer)
		}
	}
}

// An expectation says what is wrong with an answer to a call.
func TestExpected(t *testing.T) {
	state := &alloc.Error{Code: alloc.CodeState}
	require.NoError(t, expected(generator.Want{}, nil))
	require.Error(t, expected(generator.Want{}, state))
	require.NoError(t, expected(generator.Want{Code: alloc.CodeState}, state))
	require.Error(t, expected(generator.Want{Code: alloc.CodeState}, nil))
	require.Error(t, expected(generator.Want{Code: alloc.CodeName}, state))
	require.NoError(t, expected(generator.Want{Either: true}, state))
	require.Error(t, expected(generator.Want{Either: true}, errors.New("another type")))
}

// So do those that need a core of their own, and those who know handles.
func TestEverythingNotices(t *testing.T) {
	for check, tamper := range map[string]func(*match) bool{
		"rebuilt": func(m *match) bool {
			for _, n := range m.accounts.Quotas() {
				if r := m.accounts.Role(n); len(r.Guarantees) > 0 {
					r.Guarantees = nil
					return true
				}
			}
			return false
		},
		"handles": func(m *match) bool {
			for id, gone := range m.handles.agents {
				m.handles.agents[id] = !gone
				return true
			}
			return false
		},
		"explanation comes true": func(m *match) bool {
			if m.accounts.AgentsThere.Len() == 0 {
				return false
			}
			m.accounts.AgentsThere.Put(m.accounts.AgentsThere.At(0), false) // nobody tries this agent out
			return true
		},
	} {
		pace := Pace{Rebuild: 1, Prove: 1}
		noticed := false
		for seed := uint64(1); seed < 8 && !noticed; seed++ {
			f := falsify(seed, pace, tamper)
			noticed = f != nil && f.Check == check
		}
		require.True(t, noticed, check)
	}
}

// The past decides of little in the account of an allocator that is built anew: a rebuilt one
// notices all else.
func TestRebuiltNoticesWhatNoPastDecides(t *testing.T) {
	for _, x := range []struct{ offers, ordered bool }{{false, false}, {true, false}, {false, true}, {true, true}} {
		for key, decides := range map[string]bool{
			"a" + standing:          true,
			"a" + consumed + "cpus": x.offers,
			"a" + share:             x.ordered,
			"a: reserved cpus":      false,
		} {
			require.Equal(t, decides, pastDecides(key, x.offers, x.ordered), "%s, %+v", key, x)
		}
	}
}
