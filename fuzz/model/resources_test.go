package model

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/history"
)

// some are resources in the short form, allocated to a role or to none.
func some(t testing.TB, words, role string) resources {
	return newResources(operation(t, "agent a "+words).(*history.AddAgent).Total, role)
}

// words are resources in the short form, in their order.
func words(r resources) string {
	text := history.FormatShort(&history.AddAgent{Agent: "a", Total: r.list()})
	return strings.TrimPrefix(strings.TrimPrefix(text, "agent a"), " ")
}

func TestResourcesAddUpByKind(t *testing.T) {
	for parts, whole := range map[string]string{
		"cpus:1 mem:0 cpus:2":                         "cpus:3",
		"cpus:1 cpus{rev}:1 cpus(r dynamic):1 cpus:1": "cpus:2 cpus{rev}:1 cpus(r dynamic):1",
		"ports:[5-6] ports:[1-4,9-9]":                 "ports:[1-6,9-9]",
		"zones:{b} zones:{a,b}":                       "zones:{a,b}",
		"disk[MOUNT]:1 disk[MOUNT]:1":                 "disk[MOUNT]:1 disk[MOUNT]:1",
		"disk[PATH:/]:1 disk[PATH:/]:1":               "disk[PATH:/]:2",
		"disk[id=v]<shared>:1 disk[id=v]<shared>:1":   "disk[id=v]<shared>:1",
	} {
		require.Equal(t, whole, words(some(t, parts, "")))
	}
	require.Equal(t, 2, some(t, "disk[id=v]<shared>:1 disk[id=v]<shared>:1", "")[0].copies)
	require.Len(t, some(t, "cpus:1", "a").plus(some(t, "cpus:1", "b")), 2)
}

func TestSubtractionStopsAtNothing(t *testing.T) {
	for _, c := range []struct{ from, take, rest string }{
		{"cpus:3", "cpus:1", "cpus:2"},
		{"cpus:1", "cpus:3", ""},
		{"cpus:1", "mem:1 cpus{rev}:1", "cpus:1"},
		{"ports:[1-9]", "ports:[3-4,9-20]", "ports:[1-2,5-8]"},
		{"ports:[0-18446744073709551615]", "ports:[0-0,18446744073709551615-18446744073709551615]", "ports:[1-18446744073709551614]"},
		{"zones:{a,b}", "zones:{b,c}", "zones:{a}"},
		{"disk[MOUNT]:1 disk[MOUNT]:1 disk[MOUNT]:2", "disk[MOUNT]:1", "disk[MOUNT]:2 disk[MOUNT]:1"},
		{"disk[MOUNT]:2", "disk[MOUNT]:1", "disk[MOUNT]:2"},
		{"disk[id=v]<shared>:1", "disk[id=v]<shared>:1 disk[id=v]<shared>:1", ""},
		{"a:1 b:1 c:1 d:1", "a:1 b:1", "d:1 c:1"},
	} {
		require.Equal(t, c.rest, words(some(t, c.from, "").minus(some(t, c.take, ""))), c.from)
	}
	require.Len(t, some(t, "cpus:1", "a").minus(some(t, "cpus:1", "b")), 1)
}

func TestContains(t *testing.T) {
	for _, c := range []struct {
		whole, part string
		contains    bool
	}{
		{"cpus:1", "", true},
		{"cpus:1 mem:1", "mem:1", true},
		{"cpus:1", "cpus:1.001", false},
		{"cpus:1 cpus{rev}:1", "cpus:2", false},
		{"ports:[1-9]", "ports:[2-3,9-9]", true},
		{"ports:[1-2,4-9]", "ports:[2-4]", false},
		{"zones:{a,b}", "zones:{b}", true},
		{"zones:{a,b}", "zones:{c}", false},
		{"disk[MOUNT]:2", "disk[MOUNT]:1", false},
		// One is enough for two, unless they are persistent volumes.
		{"disk[MOUNT]:1", "disk[MOUNT]:1 disk[MOUNT]:1", true},
		{"disk[id=v]:1", "disk[id=v]:1 disk[id=v]:1", false},
		{"disk[id=v]<shared>:1", "disk[id=v]<shared>:1 disk[id=v]<shared>:1", false},
		{"disk[id=v]<shared>:1 disk[id=v]<shared>:1", "disk[id=v]<shared>:1", true},
	} {
		require.Equal(t, c.contains, some(t, c.whole, "").contains(some(t, c.part, "")), "%s in %s", c.part, c.whole)
	}
	require.False(t, some(t, "cpus:1", "a").contains(some(t, "cpus:1", "b")))
	require.True(t, some(t, "cpus:1 mem:1", "").equal(some(t, "mem:1 cpus:1", "")))
	require.False(t, some(t, "cpus:1", "").equal(some(t, "cpus:1 mem:1", "")))
}

func TestQuantities(t *testing.T) {
	r := some(t, "cpus:1 cpus{rev}:0.5 disk[id=v]<shared>:3 disk[id=v]<shared>:3 disk[MOUNT]:1 disk[MOUNT]:1 ports:[1-9]", "")
	require.Equal(t, quantities{"cpus": 1500, "disk": 5000}, r.quantities())
	for least, suffices := range map[string]bool{
		"{}": true, "{cpus:1.5}": true, "{cpus:1.501}": false, "{mem:1}": false, "{cpus:1,disk:6}": false, "{ports:9}": true, "{ports:10}": false,
	} {
		q := operation(t, "quota r guarantees="+least).(*history.SetQuota).Guarantees
		require.Equal(t, suffices, r.suffices(newQuantities(q)), least)
	}
	require.True(t, some(t, "ids:[0-18446744073709551615] ids:{a}", "").suffices(quantities{"ids": math.MaxInt64}))
	require.Equal(t, quantities{"a": 2}, quantities{"a": 3, "b": 1}.minus(quantities{"a": 1, "b": 2, "c": 1}))
	require.Equal(t, quantities{"a": 1}, newQuantities(history.Quantities{"a": 1, "b": 0}))
	require.Equal(t, limits{"a": 0, "b": 1}, limits{"a": 1, "b": 2}.minus(quantities{"a": 5, "b": 1, "c": 1}))
	require.Panics(t, func() { sum(math.MaxInt64, 1) })
}

func TestConversions(t *testing.T) {
	r := some(t, "cpus:4 disk[id=v]<shared>:1 disk[id=v]<shared>:1", "")
	c := conversion{consumed: some(t, "cpus:1", ""), converted: some(t, "cpus(r dynamic):1", "")}
	after, ok := r.convert([]conversion{c, c})
	require.True(t, ok)
	require.Equal(t, "cpus:2 disk[id=v]<shared>:1 cpus(r dynamic):2", words(after))
	_, ok = r.convert([]conversion{c, {consumed: some(t, "cpus:4", "")}})
	require.False(t, ok)

	destroy := conversion{consumed: some(t, "disk[id=v]<shared>:1", ""), converted: some(t, "disk:1", "")}
	after, ok = r.convert([]conversion{destroy})
	require.True(t, ok)
	require.Equal(t, "cpus:4 disk[id=v]<shared>:1 disk:1", words(after))
	destroy.exhaust = true
	_, ok = r.convert([]conversion{destroy})
	require.False(t, ok, "a copy is left")
	_, ok = after.convert([]conversion{destroy})
	require.True(t, ok)
}

func TestShrinking(t *testing.T) {
	l := newLots(true)
	before := l
	require.Empty(t, l.shrinkTo(some(t, "cpus:4 mem:1", ""), nil))
	require.Equal(t, "cpus:4 mem:1", words(l.shrinkBelow(some(t, "cpus:4 mem:1", ""), nil)))
	require.Equal(t, "cpus:1", words(l.shrinkTo(some(t, "cpus:4", ""), quantities{"cpus": 1000, "mem": 1})))
	require.Equal(t, before, l, "there was nothing to draw lots for")

	r := some(t, "cpus:4 mem:8 disk[MOUNT]:3 disk:5", "")
	require.Equal(t, quantities{"cpus": 1000, "mem": 8000}, l.shrinkTo(r, quantities{"cpus": 1000, "mem": 9000}).quantities())
	require.NotEqual(t, before, l)
	require.Equal(t, quantities{"cpus": 1000, "mem": 8000, "disk": 8000}, l.shrinkBelow(r, limits{"cpus": 1000}).quantities())
	require.Equal(t, quantities{"mem": 8000, "disk": 8000}, l.shrinkBelow(r, limits{"cpus": 0}).quantities())

	// A MOUNT disk is in one piece or not there; what comes first has its fill.
	for _, asMesos := range []bool{false, true} {
		l := newLots(asMesos)
		outcomes := map[string]bool{}
		for run := range uint64(99) {
			l.nonce = stageNonce(run, 1)
			outcomes[words(l.shrinkTo(some(t, "disk[MOUNT]:3 disk:5", ""), quantities{"disk": 6000}))] = true
			require.Equal(t, "disk:2", words(l.shrinkTo(some(t, "disk[MOUNT]:3 disk:5", ""), quantities{"disk": 2000})))
		}
		require.Equal(t, map[string]bool{"disk[MOUNT]:3 disk:3": true, "disk:5": true}, outcomes)
	}
}
