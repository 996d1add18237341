package core_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
)

// bounds bounds how many CPUs those in a role may have borrowed, by an amount and by a part; below 0 is not.
func (h *lendingHost) bounds(role string, most, part alloc.Amount) {
	h.t.Helper()
	of := func(amount alloc.Amount) (list []alloc.Quantity) {
		if amount >= 0 {
			list = []alloc.Quantity{{Name: "cpus", Amount: amount}}
		}
		return list
	}
	require.NoError(h.t, h.SetBorrowing(alloc.Borrowing{Role: h.role(role), Most: of(most), Parts: of(part)}))
	require.NoError(h.t, h.Validate())
}

// borrowed are the CPUs that frameworks in roles with a prefix have borrowed.
func (h *lendingHost) borrowed(prefix string) (sum alloc.Amount) {
	for _, l := range h.Loans(nil) {
		if strings.HasPrefix(must(h.RoleName(l.Role)), prefix) {
			sum += l.Lent.Amount
		}
	}
	return sum
}

const unbounded = -1

func TestNoMoreIsBorrowedThanMayBe(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	a := h.agents(10, 10, 10)
	h.lends("prod", 30, 30)
	batch, other := h.framework("batch", "batch", borrows), h.framework("other", "other", borrows)
	h.suppresses(other, "other", true)
	h.bounds("batch", 12*alloc.Unit, unbounded)
	require.Equal(t, []string{"a1:~10 to batch", "a2:~2 to batch"}, h.after(0))
	require.Empty(t, h.after(time.Second))

	// The rest is lent to others.
	h.suppresses(other, "other", false)
	require.Equal(t, []string{"a2:~8 to other", "a3:~10 to other"}, append(h.after(time.Second), h.after(time.Second)...))
	h.suppresses(other, "other", true)

	// Once something was given back, there is room.
	h.gives(batch, "batch", a[0], h.revocable, 10, 0)
	require.Equal(t, []string{"a1:~10 to batch"}, h.after(time.Second))
	h.restored()
	require.Empty(t, h.after(time.Second))

	// A bound below what is borrowed recalls nothing, and one above it has those asked who were asked in vain.
	h.gives(other, "other", a[2], h.revocable, 10, 0)
	h.bounds("batch", 3*alloc.Unit, unbounded)
	require.Empty(t, h.after(time.Second))
	require.Equal(t, 12*alloc.Unit, h.borrowed("batch"))
	h.gives(batch, "batch", a[0], h.revocable, 10, 0)
	require.Equal(t, []string{"a1:~1 to batch"}, h.after(time.Second))
	h.bounds("batch", 4*alloc.Unit, unbounded)
	require.Equal(t, []string{"a1:~1 to batch"}, h.after(time.Second))
	h.bounds("batch", unbounded, unbounded)
	require.Equal(t, []string{"a1:~8 to batch", "a3:~10 to batch"}, append(h.after(time.Second), h.after(time.Second)...))
}

// TestABoundOfAnAbsentRoleIsTold: as it will be once somebody is in the role.
func TestABoundOfAnAbsentRoleIsTold(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	h.agents(30)
	most := func() string { return must(h.ExplainRole(h.role("batch"))).Borrowing[0].Most.String() }
	h.bounds("batch", unbounded, 500) // a half of what it deserves
	require.Equal(t, "15", most(), "of all")
	h.framework("prod", "prod", 0)
	require.Equal(t, "7.5", most(), "of a half")
	h.framework("batch", "batch", borrows)
	require.Equal(t, "7.5", most())
	h.framework("dev", "dev", 0)
	require.Equal(t, "5", most())
}

func TestABoundOfNothing(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	h.agents(10)
	h.lends("prod", 10, 10)
	h.framework("batch", "batch", borrows)
	h.bounds("batch", 0, unbounded)
	require.Empty(t, h.after(0))
	h.bounds("batch", math.MaxInt64, 0)
	require.Empty(t, h.after(time.Second))
	h.restored()
	require.Empty(t, h.after(time.Second))
	h.bounds("batch", math.MaxInt64, math.MaxInt64)
	require.Equal(t, []string{"a1:~10 to batch"}, h.after(time.Second))
}

// What is bounded is of the pool: loans of reservations do not count, nor are they bounded.
func TestReservationsAreNotBounded(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	reserved := must(h.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Role: "prod", Type: alloc.Static}}}))
	must(h.AddAgent(alloc.AgentInfo{ID: "reserved", Total: []alloc.Resource{alloc.ScalarOf(reserved, 10*alloc.Unit)}}))
	h.lends("prod", 20, 20)
	h.framework("batch", "batch", borrows)
	h.bounds("batch", alloc.Unit, unbounded)
	h.agents(10)
	require.Len(t, h.after(0), 2)
	require.Equal(t, 11*alloc.Unit, h.borrowed("batch"))
}

func TestABoundHoldsForAllBelow(t *testing.T) {
	h := newLendingHost(t, alloc.Options{NestedQuota: true})
	h.agents(2, 2, 2, 2, 2)
	h.lends("prod", 10, 10)
	x, y := h.framework("x", "eng/x", borrows), h.framework("y", "eng/y", borrows)
	h.framework("z", "eng/y/z", borrows)
	h.bounds("eng", 8*alloc.Unit, unbounded)
	h.bounds("eng/y", 4*alloc.Unit, unbounded)
	h.bounds("eng/y/z", 2*alloc.Unit, unbounded)
	for range 4 {
		h.after(time.Second)
	}
	require.Equal(t, 8*alloc.Unit, h.borrowed("eng"))
	require.Equal(t, 4*alloc.Unit, h.borrowed("eng/x"))
	require.Equal(t, 2*alloc.Unit, h.borrowed("eng/y/z"))

	// What somebody else below gives back may be borrowed, as far as the other bounds let.
	h.suppresses(x, "eng/x", true)
	for _, l := range h.Loans(nil) {
		if l.Framework == x {
			h.gives(x, "eng/x", l.Agent, h.revocable, 2, 0)
		}
	}
	require.Empty(t, h.after(time.Second))
	h.bounds("eng/y", unbounded, unbounded)
	h.restored()
	h.after(time.Second)
	h.after(time.Second)
	require.Equal(t, 6*alloc.Unit, h.borrowed("eng/y")-h.borrowed("eng/y/z"))
	require.Equal(t, 2*alloc.Unit, h.borrowed("eng/y/z"))
	h.suppresses(y, "eng/y", true)
}

// A part is of what a role deserves by the weights of the roles in use, and follows these.
func TestAPartOfWhatARoleDeserves(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	a := h.agents(12)[0]
	h.lends("prod", 12, 12)
	batch := h.framework("batch", "eng/batch", borrows)
	h.bounds("eng/batch", unbounded, alloc.Unit/2)
	require.Equal(t, []string{"a1:~3 to batch"}, h.after(0)) // half of 12 are deserved
	s := h.Standings()
	name, _ := h.FindResourceName("cpus")
	i := slices.Index(s.Names, name)
	require.Equal(t, 6*alloc.Unit, s.Role(h.role("eng/batch")).Figures[i].Deserved)
	weigh := func(role string, weight float64) {
		require.NoError(t, h.SetWeights([]alloc.RoleWeight{{Role: h.role(role), Weight: weight}}))
	}
	weigh("eng", 3)
	require.Equal(t, []string{"a1:~1.5 to batch"}, h.after(time.Second)) // half of 9
	weigh("dev", 4)
	require.Empty(t, h.after(time.Second))
	// Frameworks of the role above are one more child, of weight 1.
	weigh("dev", 1)
	weigh("eng/batch", 2)
	h.suppresses(h.framework("eng", "eng", 0), "eng", true)
	h.gives(batch, "eng/batch", a, h.revocable, 4, 0)
	h.after(time.Second)
	h.after(time.Second)
	require.Equal(t, alloc.Amount(3000), h.borrowed("eng")) // of 12, 3/4, of that 2/3, of that half

	// An agent more is more to be deserved.
	h.agents(5)
	require.Equal(t, []string{"a1:5 to batch", "a2:~1.25 to batch"}, h.after(time.Second))
}

// What is in use when an agent comes becomes loans whatever the bounds, and counts.
func TestEarlierLoansCountToBounds(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	h.lends("prod", 20, 20)
	batch := h.framework("batch", "batch", borrows)
	h.bounds("batch", 4*alloc.Unit, unbounded)
	a := must(h.AddAgent(alloc.AgentInfo{ID: "a1", Total: h.of(10, 0), Used: []alloc.Usage{{
		Framework: "batch", Role: h.role("batch"), Resources: []alloc.Resource{alloc.ScalarOf(h.revocable, 6*alloc.Unit)},
	}}}))
	require.Empty(t, h.after(0))
	require.Equal(t, 6*alloc.Unit, h.borrowed("batch"))
	h.gives(batch, "batch", a, h.revocable, 3, 0)
	require.Equal(t, []string{"a1:~1 to batch"}, h.after(time.Second))
}

// TestEarlierLoansAreOfWhatIsMoreThanTheAgentHas: of two users of the same both do not become loans of the same part.
func TestEarlierLoansAreOfWhatIsMoreThanTheAgentHas(t *testing.T) {
	for _, x := range []struct {
		cpus, revocable alloc.Amount // of the agent; the two use 2 revocable ones each
		lent            alloc.Amount
	}{{4, 0, 4}, {4, 3, 1}, {3, 0, 3}} {
		h := newLendingHost(t, alloc.Options{})
		h.lends("prod", 20, 20)
		var used []alloc.Usage
		for _, name := range []string{"f", "g"} {
			h.framework(name, name, borrows)
			used = append(used, alloc.Usage{Framework: name, Role: h.role(name), Resources: []alloc.Resource{alloc.ScalarOf(h.revocable, 2*alloc.Unit)}})
		}
		total := h.of(x.cpus, 0)
		if x.revocable > 0 {
			total = append(total, alloc.ScalarOf(h.revocable, x.revocable*alloc.Unit))
		}
		must(h.AddAgent(alloc.AgentInfo{ID: "a1", Total: total, Used: used}))
		require.Equal(t, x.lent*alloc.Unit, h.borrowed(""))
		require.NoError(t, h.Validate())
	}
}

func TestWrongBoundsAreRefused(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	r := h.role("batch")
	h.bounds("batch", 1, 1)
	before := h.Digest()
	cpus := func(amount alloc.Amount) []alloc.Quantity { return []alloc.Quantity{{Name: "cpus", Amount: amount}} }
	for text, b := range map[string]alloc.Borrowing{
		"role 99":                     {Role: 99, Most: cpus(1)},
		"cpus of -0.001 is negative":  {Role: r, Most: cpus(-1)},
		"cpus of -2 is negative":      {Role: r, Parts: cpus(-2000)},
		"cpus is named twice":         {Role: r, Parts: append(cpus(1), cpus(2)...)},
		"a resource name is empty":    {Role: r, Most: []alloc.Quantity{{Amount: 1}}},
		`borrowing of role "batch": `: {Role: r, Most: append(cpus(1), cpus(2)...), Parts: cpus(1)},
	} {
		err := h.SetBorrowing(b)
		require.ErrorContains(t, err, text)
		var known *alloc.Error
		require.True(t, errors.As(err, &known))
		require.Equal(t, before, h.Digest())
	}
	// A bound keeps its role, and the names of resources that nothing else has.
	require.NoError(t, h.SetBorrowing(alloc.Borrowing{Role: r, Most: []alloc.Quantity{{Name: "unheard", Amount: 1}}}))
	h.restored()
	require.NotEqual(t, before, h.Digest())
	h.bounds("batch", unbounded, unbounded)
	_, known := h.FindResourceName("unheard")
	require.False(t, known)
	h.restored()
}

// Bounds of many roles are told apart, and sums of weights are made once.
func TestManyBounds(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	h.agents(50, 50)
	h.lends("prod", 100, 100)
	for i := range 200 {
		role := fmt.Sprint("r", i)
		h.framework(role, role, borrows)
		h.bounds(role, alloc.Amount(i), alloc.Unit)
	}
	for range 4 {
		h.after(time.Second)
	}
	for i := range 200 {
		role := fmt.Sprint("r", i)
		sum := alloc.Amount(0)
		for _, l := range h.Loans(nil) {
			if l.Role == h.role(role) {
				sum += l.Lent.Amount
			}
		}
		require.LessOrEqual(t, sum, alloc.Amount(i))
	}
}

// TestBoundsAreAsInAFullPass: what is remembered of who was asked in vain below bounds changes no answer.
func TestBoundsAreAsInAFullPass(t *testing.T) {
	lent := 0
	for seed := range uint64(100) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			h := newTwoHosts(t, seed)
			bounded := append([]alloc.RoleID{intern(h, func(a *core.Allocator) (alloc.RoleID, error) { return a.InternRole("b") })}, h.lenders...)
			for range 40 {
				switch role := bounded[h.rnd.IntN(len(bounded))]; h.rnd.IntN(4) {
				case 0:
					b := alloc.Borrowing{Role: role}
					for _, name := range []string{"cpus", "mem"} {
						if h.rnd.IntN(3) > 0 {
							b.Most = append(b.Most, alloc.Quantity{Name: name, Amount: alloc.Amount(h.rnd.IntN(10)) * alloc.Unit})
						}
						if h.rnd.IntN(3) == 0 {
							b.Parts = append(b.Parts, alloc.Quantity{Name: name, Amount: alloc.Amount(h.rnd.IntN(1500))})
						}
					}
					h.each(func(a *core.Allocator) error { return a.SetBorrowing(b) })
				case 1:
					w := []alloc.RoleWeight{{Role: role, Weight: float64(1 + h.rnd.IntN(4))}}
					h.each(func(a *core.Allocator) error { return a.SetWeights(w) })
				}
				h.step()
				lent += len(h.both[0].Loans(nil))
			}
		})
	}
	require.Positive(t, lent)
}

func TestWhoHasBorrowedAllIsTold(t *testing.T) {
	h := newLendingHost(t, alloc.Options{})
	h.agents(10)
	h.lends("prod", 10, 10)
	batch := h.framework("batch", "eng/batch", borrows)
	plain := h.framework("plain", "eng/batch", 0)
	h.bounds("eng/batch", 4*alloc.Unit, unbounded)
	h.bounds("eng", 8*alloc.Unit, alloc.Unit)
	h.after(0)

	e := must(h.Explain(batch, h.role("eng/batch")))
	require.Equal(t, []string{
		"role eng/batch and those below it have borrowed 4 cpus of guarantees, and may have 4: " +
			"nothing more is lent to them until they give some back, or may borrow more (SetBorrowing)",
		"role eng and those below it have borrowed 4 cpus of guarantees, and may have 5",
	}, []string{e.Borrowing[0].String(), e.Borrowing[1].String()})
	require.Contains(t, e.String(), "borrows role eng/batch and those below it have borrowed 4 cpus")
	require.Contains(t, string(must(json.Marshal(e))), `"borrowing":[{"role":"eng/batch","resource":"cpus","most":4,"borrowed":4},{"role":"eng",`)
	require.Empty(t, must(h.Explain(plain, h.role("eng/batch"))).Borrowing, "who takes nothing that is lent")

	r := must(h.ExplainRole(h.role("eng/batch")))
	require.Equal(t, e.Borrowing, r.Borrowing)
	require.Contains(t, r.String(), "borrows role eng and")
	r.Hide(explain.Hidden{Role: func(alloc.RoleID) bool { return true }})
	require.Equal(t, "what may be borrowed in 1 role that you may not view", r.Borrowing[1].String())

	require.Contains(t, string(h.AppendState(nil)), `"borrowing":[{"role":"eng","most":{"cpus":8},"parts":{"cpus":1},"borrowed":{"cpus":4}},{"role":"eng/batch",`)
}
