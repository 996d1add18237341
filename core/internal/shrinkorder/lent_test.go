package shrinkorder

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// ofOneAgent is a ledger of one agent.
type ofOneAgent struct {
	total   resource.Bag
	holders []Holder
	held    []resource.Bag
	lent    map[int]resource.Count // what is lent to holders, each of whom holds that alone
}

func (l *ofOneAgent) TotalOf(slots.Agent) *resource.Bag { return &l.total }
func (l *ofOneAgent) AllocationsOn(slots.Agent) int     { return len(l.holders) }

func (l *ofOneAgent) AllocationOn(_ slots.Agent, i int) (Holder, *resource.Bag) {
	return l.holders[i], &l.held[i]
}

func (l *ofOneAgent) LentOn(_ slots.Agent, yield func(by Holder, lent, held resource.Count)) {
	for i, lent := range l.lent {
		yield(l.holders[i], lent, l.held[i].Counts[0])
	}
}

// What is lent is of the same item as something of the total, and is not of it: it uses up
// nothing, so that the order is that of an agent on which it is not held.
func TestWhatIsLentUsesUpNothing(t *testing.T) {
	count := func(i int, n int64) resource.Count { return resource.Imagine(9-i, 0, 0, n) } // in ascending order
	bag := func(amounts ...int64) (b resource.Bag) {
		for i, n := range amounts {
			if n > 0 {
				b.Counts = append(b.Counts, count(i, n))
			}
		}
		return b
	}
	l := &ofOneAgent{
		total:   bag(4, 5, 1, 1, 1),
		holders: []Holder{{0, 1}, {1, 2}, {2, 3}},
		held:    []resource.Bag{bag(0, 5), bag(0, 0, 1), bag(0, 2)},
		lent:    map[int]resource.Count{2: count(0, 2)},
	}
	o := NewVectors(&resource.Kinds{}, l)
	v := Vector{}
	for _, c := range l.total.Counts {
		v.Add(c.Item(), o.kinds)
	}
	o.SetTotal(0, v)
	for i := range l.holders {
		o.Used(0, l.holders[i], Vector{l.held[i].Counts[0].Item()})
	}
	item := func(i int) resource.ItemID { c := count(i, 1); return c.Item() }
	require.Equal(t, Vector{item(0), item(4), item(3)}, o.freeOn(nil, 0))
}
