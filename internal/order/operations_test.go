package order

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/internal/tested"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter/policy"
)

// resourceNames are what agents have and clients get in these tests. "zeta" is
// excluded from fairness.
var resourceNames = []string{"cpus", "mem", "disk", "gpus", "zeta"}

// pathPool has paths above, below and beside each other, and names on both
// sides of the "." of virtual leaves.
var pathPool = []string{
	"a", "a/b", "a/b/c", "a/b/d", "a/!", "a/x/y/z", "b", "b/c", "b/c/d", "c", "d/e/f/g", "d/e/h", "d/e",
	"e", "f", "g", "g/+", "g/h", "g/h/i", "aa", "a-b", "ab/c", "Z", "\xff", "\xff/\x01",
}

// history applies operations to a sorter and to the oracle, both of which see
// the same clients by different means, and compares them.
type history struct {
	t      *testing.T
	source source
	names  rows.Names
	totals *Totals
	sorter *Sorter
	oracle *oracle
	log    bytes.Buffer
	drawn  bool // parts of the tree may be drawn, so that only who is in the order is compared
}

// source makes the choices of a history.
type source interface {
	below(n int) int
	done() bool
}

type randomSource struct {
	*rand.Rand
	left int
}

func (r *randomSource) below(n int) int { return r.IntN(n) }

func (r *randomSource) done() bool {
	r.left--
	return r.left < 0
}

// byteSource takes its choices from fuzzed input.
type byteSource []byte

func (b *byteSource) below(n int) int {
	if len(*b) == 0 {
		return 0
	}
	choice := int((*b)[0]) % n
	*b = (*b)[1:]
	return choice
}

func (b *byteSource) done() bool { return len(*b) == 0 }

// newHistory begins a history. With sparse, only the first names that it comes upon
// are dense.
func newHistory(t *testing.T, source source, p policy.Policy, sparse bool) *history {
	h := &history{t: t, source: source, oracle: newOracle("zeta")}
	for i := 0; sparse && i < quantities.DenseNames-2; i++ {
		_, err := h.names.Intern(fmt.Sprint("unused ", i))
		require.NoError(t, err)
	}
	h.oracle.random = p == policy.Random
	h.oracle.policies[""] = p
	h.oracle.dense = func(name string) bool {
		n, ok := h.names.Lookup(name)
		return ok && n < quantities.DenseNames
	}
	h.totals = NewTotals(&h.names, []string{"zeta"}, nil)
	h.sorter = New(Options{Policy: p, Totals: h.totals, Seed: 7})
	return h
}

func (h *history) logf(format string, args ...any) {
	fmt.Fprintf(&h.log, format+"\n", args...)
}

// amounts draws a few amounts and returns them in both forms. They are small
// and few, so that equal shares are common.
func (h *history) amounts() (quantities.Row, map[string]quantities.Amount) {
	q := map[string]quantities.Amount{}
	var row quantities.Row
	for range 1 + h.source.below(3) {
		name := resourceNames[h.source.below(len(resourceNames))]
		q[name] = quantities.Amount(1+h.source.below(6)) * 700
	}
	for _, name := range resourceNames {
		if a, ok := q[name]; ok {
			i, err := h.names.Intern(name)
			require.NoError(h.t, err)
			row.Set(i, a)
		}
	}
	return row, q
}

// rowOf converts amounts whose names are all interned.
func (h *history) rowOf(q map[string]quantities.Amount) quantities.Row {
	var row quantities.Row
	for name, a := range q {
		i, ok := h.names.Lookup(name)
		require.True(h.t, ok)
		row.AddAt(i, a)
	}
	return row
}

func (h *history) path() string { return pathPool[h.source.below(len(pathPool))] }

// client returns one of the clients, or false if there is none.
func (h *history) client() (string, Client, bool) {
	if len(h.oracle.clients) == 0 {
		return "", NoClient, false
	}
	paths := slices.Sorted(maps.Keys(h.oracle.clients))
	path := paths[h.source.below(len(paths))]
	c, ok := h.sorter.Find(path)
	require.True(h.t, ok, path)
	return path, c, true
}

func (h *history) run() {
	defer func() {
		r := recover()
		if r != nil || h.t.Failed() {
			h.t.Logf("after\n%s\n%s", h.log.String(), h.oracle.dump())
		}
		if r != nil {
			h.t.Fatal(r)
		}
	}()
	for !h.source.done() {
		h.step()
		if h.source.below(3) == 0 {
			h.compare()
		}
	}
	h.compare()
}

func (h *history) step() {
	if h.source.below(4) == 0 {
		h.oracle.now += int64(h.source.below(100)) * int64(time.Second)
		h.logf("now %d", h.oracle.now)
		h.totals.SetNow(h.oracle.now)
	}
	switch h.source.below(19) {
	case 16:
		h.setRank()
	case 17:
		h.setPolicy()
	case 18:
		h.setBlocked()
	case 0, 1:
		h.add()
	case 2:
		h.remove()
	case 3, 4:
		h.setActive(true)
	case 5:
		h.setActive(false)
	case 6:
		h.setWeight()
	case 7, 8, 9, 10:
		h.allocate()
	case 11, 12:
		h.unallocate(false)
	case 13:
		h.unallocate(true)
	case 14, 15:
		h.changeAgent()
	}
}

func (h *history) add() {
	path := h.path()
	h.logf("add %q", path)
	c, err := h.sorter.Add(path)
	if h.oracle.clients[path] != nil {
		require.ErrorIs(h.t, err, ErrDuplicateClient)
		require.Equal(h.t, NoClient, c)
		return
	}
	require.NoError(h.t, err)
	require.Equal(h.t, path, h.sorter.Path(c))
	require.False(h.t, h.sorter.Active(c))
	h.oracle.add(path)
}

func (h *history) remove() {
	path, c, ok := h.client()
	if !ok {
		return
	}
	h.logf("remove %q", path)
	require.NoError(h.t, h.sorter.Remove(c))
	h.oracle.remove(path)
}

func (h *history) setActive(active bool) {
	path, c, ok := h.client()
	if !ok {
		return
	}
	h.logf("activate %q %v", path, active)
	if active {
		require.NoError(h.t, h.sorter.Activate(c))
	} else {
		require.NoError(h.t, h.sorter.Deactivate(c))
	}
	h.oracle.clients[path].active = active
}

func (h *history) setWeight() {
	path := h.path()
	if h.source.below(4) == 0 {
		path += "/." // a path that virtual leaves have
	}
	w := []float64{0.5, 1, 2, 3, 0.1, 1e300}[h.source.below(6)]
	h.logf("weight %q %v", path, w)
	require.NoError(h.t, h.sorter.SetWeight(path, w))
	h.oracle.setWeight(path, w)
}

func (h *history) setRank() {
	path, rank := h.path(), float64(h.source.below(4))-1
	h.logf("rank %q %v", path, rank)
	n := h.oracle.find(path)
	if n == nil {
		require.ErrorIs(h.t, h.sorter.SetRank(path, rank), ErrUnknownPath)
		return
	}
	if c, ok := h.sorter.Find(path); ok && h.source.below(2) == 0 {
		require.NoError(h.t, h.sorter.SetClientRank(c, rank))
	} else {
		require.NoError(h.t, h.sorter.SetRank(path, rank))
	}
	n.rank = rank
}

// setPolicy sets that of a subtree, or takes it back.
func (h *history) setPolicy() {
	if h.oracle.random {
		return
	}
	path, p := h.path(), policy.Policy("")
	if i := h.source.below(len(testPolicies) + 1); i > 0 {
		p = testPolicies[i-1]
	}
	if p == policy.Random && !h.drawn {
		return
	}
	h.logf("policy %q %v", path, p)
	h.oracle.settleAll(h.oracle.root)
	require.NoError(h.t, h.sorter.SetPolicy(path, p))
	h.oracle.policies[path] = p
	if p == "" {
		delete(h.oracle.policies, path)
	}
	h.oracle.begin(h.oracle.root)
}

func (h *history) setBlocked() {
	path, c, ok := h.client()
	if !ok {
		return
	}
	blocked := h.source.below(2) == 0
	h.logf("block %q %v", path, blocked)
	require.NoError(h.t, h.sorter.SetBlocked(c, blocked))
	h.oracle.clients[path].blocked = blocked
}

func (h *history) allocate() {
	path, c, ok := h.client()
	if !ok {
		return
	}
	agent := uint32(h.source.below(3))
	row, q := h.amounts()
	h.logf("allocated %q %d %v", path, agent, q)
	h.sorter.Allocated(c, row)
	h.oracle.change(path, agent, q, 1, 1)
}

// unallocate takes back a part of what a client has on an agent, or puts
// something else in its place.
func (h *history) unallocate(replace bool) {
	path, c, ok := h.client()
	if !ok {
		return
	}
	agent := uint32(h.source.below(3))
	part := map[string]quantities.Amount{}
	for _, name := range resourceNames {
		a := h.oracle.clients[path].byAgent[agent][name]
		if a > 0 && h.source.below(2) == 0 {
			part[name] = a / quantities.Amount(1+h.source.below(2))
		}
	}
	row := h.rowOf(part)
	h.oracle.change(path, agent, part, -1, 0)
	if !replace {
		h.logf("unallocated %q %d %v", path, agent, part)
		h.sorter.Unallocated(c, row)
		return
	}
	other, q := h.amounts()
	h.logf("update %q %d %v to %v", path, agent, part, q)
	h.sorter.Update(c, row, other)
	h.oracle.change(path, agent, q, 1, 0)
}

func (h *history) changeAgent() {
	agent := uint32(h.source.below(5))
	before, present := h.oracle.agents[agent]
	if present && h.source.below(2) == 0 {
		h.logf("remove agent %d", agent)
		h.totals.Change(h.rowOf(before), quantities.Row{})
		delete(h.oracle.agents, agent)
		return
	}
	row, q := h.amounts()
	h.logf("agent %d %v", agent, q)
	h.totals.Change(h.rowOf(before), row)
	h.oracle.agents[agent] = q
}

// compare compares all that can be asked.
func (h *history) compare() {
	h.logf("sort")
	var got []string
	for _, c := range h.sorter.Sort(nil) {
		got = append(got, h.sorter.Path(c))
	}
	want := h.oracle.order()
	if h.oracle.random || h.drawn {
		slices.Sort(got)
		slices.Sort(want)
	}
	if !slices.Equal(want, got) {
		h.t.Fatalf("order is %q, want %q", got, want)
	}
	h.compareStart(want)

	require.Equal(h.t, len(h.oracle.clients), h.sorter.Count())
	for path, leaf := range h.oracle.clients {
		c, ok := h.sorter.Find(path)
		require.True(h.t, ok, path)
		require.Equal(h.t, leaf.active, h.sorter.Active(c), path)
		require.Equal(h.t, leaf.blocked, h.sorter.Blocked(c), path)
		require.True(h.t, h.rowOf(leaf.allocation).Equal(h.sorter.Allocation(c)), path)
		if leaf.hasWeight {
			require.Equal(h.t, h.oracle.share(leaf), h.sorter.Share(c), path)
			h.compareKey(c, leaf)
		}
	}
	require.True(h.t, h.rowOf(h.oracle.root.allocation).Equal(h.sorter.Total()))
	h.sorter.checkInvariants()
	h.compareWeights(0, h.oracle.root)
}

// compareKey compares what a client is ordered by, as those are told who ask.
func (h *history) compareKey(c Client, leaf *oracleNode) {
	if h.oracle.random {
		return
	}
	places := h.sorter.Places(c)
	at := places[len(places)-1].Own
	p := h.oracle.policy(leaf.parent)
	require.Equal(h.t, p, at.Policy)
	if p == policy.Random {
		return
	}
	first, second := h.oracle.key(leaf, p)
	require.Equal(h.t, first, at.Key)
	if p == policy.Ranked {
		require.Equal(h.t, second, at.Second)
	}
}

// compareStart compares two iterators of which one goes only part of the way.
func (h *history) compareStart(want []string) {
	if h.oracle.random || h.drawn || h.sorter.resort {
		return
	}
	var short, long Iterator
	h.sorter.Begin(&short, 0)
	h.sorter.Begin(&long, 1)
	stop := h.source.below(len(want) + 1)
	for i, path := range want {
		c, ok := long.Next()
		require.True(h.t, ok)
		require.Equal(h.t, path, h.sorter.Path(c))
		if i < stop {
			d, ok := short.Next()
			require.True(h.t, ok)
			require.Equal(h.t, c, d)
		}
	}
	_, ok := long.Next()
	require.False(h.t, ok)
}

// compareWeights compares which weights were looked up, node by node.
func (h *history) compareWeights(n node, want *oracleNode) {
	got := h.sorter.states[n].weight
	if n != root {
		if want.hasWeight {
			require.Equal(h.t, want.weight, got, want.path)
		} else {
			require.Zero(h.t, got, want.path)
		}
	}
	if h.sorter.tags[n].kind != internal {
		require.True(h.t, want.leaf)
		return
	}
	g := h.sorter.groupOf(n)
	require.Equal(h.t, len(want.children), int(g.children))
	for child := g.firstChild; child != noNode; child = h.sorter.tags[child].next {
		require.Contains(h.t, want.children, h.sorter.name(child))
		h.compareWeights(child, want.children[h.sorter.name(child)])
	}
}

func TestHistoriesAgainstOracle(t *testing.T) {
	for i, policy := range testPolicies {
		for seed := range uint64(30) {
			t.Run(fmt.Sprintf("policy %s seed %d", policy, seed), func(t *testing.T) {
				source := &randomSource{Rand: rand.New(rand.NewPCG(seed, uint64(i))), left: 250}
				h := newHistory(t, source, policy, seed%2 == 1)
				h.drawn = seed%4 == 3
				h.run()
			})
		}
	}
}

// A sorter that sorts everything anew gives the same orders.
func TestResortAgainstOracle(t *testing.T) {
	clients := 0
	for seed := range uint64(10) {
		source := &randomSource{Rand: rand.New(rand.NewPCG(seed, 2)), left: 250}
		h := newHistory(t, source, policy.DRF, seed%2 == 1)
		h.sorter = New(Options{Totals: h.totals, test: tested.Options{Resort: true}})
		h.run()
		clients += h.sorter.Count()
	}
	require.Positive(t, clients)
}

// FuzzOperations takes the choices of a history from its input. Run it with
// -fuzzminimizetime=5x: the oracle's maps make the coverage of one input vary,
// and the default spends minutes on trying to keep it.
func FuzzOperations(f *testing.F) {
	f.Add([]byte{}, false)
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 99))
		input := make([]byte, 600)
		for i := range input {
			input[i] = byte(r.Uint32())
		}
		f.Add(input, seed%2 == 0)
	}
	f.Fuzz(func(t *testing.T, input []byte, random bool) {
		p := policy.DRF
		if random {
			p = policy.Random
		}
		source := byteSource(input[:min(len(input), 3000)])
		newHistory(t, &source, p, len(input)%2 == 1).run()
	})
}
