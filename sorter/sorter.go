// Package sorter says who comes next among clients that hold parts of a cluster: it is the interface
// of Mesos's Sorter as it was in 2013, for schedulers that want fair shares without an allocator.
//
// Clients are paths, "eng/web" below "eng", and make up a tree. Under DRF the children of each node
// come by ascending weighted dominant share, then by the number of times picked, then by path. Package
// policy has the other policies, and what one writes for one's own; policytest tests that.
//
// There is no clock, goroutine or random state in it: the same calls give the same answers.
package sorter

import (
	"errors"
	"fmt"

	"github.com/apportion/apportion/internal/order"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter/policy"
)

// Options configure a sorter. All are fixed for its life.
type Options struct {
	Policy   policy.Policy       // DRF if empty
	Policies []policy.Definition // of one's own, that may be chosen, too
	Exclude  []string            // names of resources that count in no share
	Seed     uint64              // of Random
}

// Sorter keeps clients in order. Contains, Count, Allocation and Share read it; all others change it, and
// may not run concurrently with any. An error has changed nothing.
type Sorter struct {
	order  *order.Sorter
	totals *order.Totals
}

// Reasons for which a call is refused. A path that no client can have is another one.
var (
	ErrDuplicateClient = order.ErrDuplicateClient
	ErrUnknownClient   = order.ErrUnknownClient
	ErrBadWeight       = order.ErrBadWeight
	ErrBadRank         = order.ErrBadRank
	ErrNotAllocated    = errors.New("it has not as much")
)

// New returns a sorter without clients, of a cluster that has nothing. resources has each name once; a
// row has a resource at the place of its name in that list. Errors are those of policy.Set.
func New(resources []string, o Options) (*Sorter, error) {
	var names rows.Names
	for i, name := range resources {
		if n, err := names.Intern(name); err != nil {
			return nil, fmt.Errorf("sorter: %w", err)
		} else if int(n) != i {
			return nil, fmt.Errorf("sorter: resource %q is there twice", name)
		}
	}
	policies, err := policy.NewSet(o.Policies...)
	if err != nil {
		return nil, err
	}
	if _, err := policies.Parse(o.Policy); err != nil {
		return nil, err
	}
	totals := order.NewTotals(&names, o.Exclude, policies)
	return &Sorter{order.New(order.Options{Policy: o.Policy, Totals: totals, Seed: o.Seed}), totals}, nil
}

// Add adds a client, which takes part at once. Its path has no empty component, and none that is ".".
func (s *Sorter) Add(client string) error {
	c, err := s.order.Add(client)
	if err != nil {
		return err
	}
	return s.order.Activate(c)
}

// Remove removes a client with all that it has allocated. Its path keeps the weight that was set.
func (s *Sorter) Remove(client string) error { return s.of(client, s.order.Remove) }

// Activate makes a client take part again.
func (s *Sorter) Activate(client string) error { return s.of(client, s.order.Activate) }

// Deactivate leaves a client out of the order. Allocation, picks and weight stay.
func (s *Sorter) Deactivate(client string) error { return s.of(client, s.order.Deactivate) }

// SetWeight sets the weight of a client, or of a path that leads to clients.
func (s *Sorter) SetWeight(path string, weight float64) error { return s.order.SetWeight(path, weight) }

// SetRank sets the rank of a client, for Ranked: the lowest comes first.
func (s *Sorter) SetRank(client string, rank float64) error {
	return s.of(client, func(c order.Client) error { return s.order.SetClientRank(c, rank) })
}

// Allocated counts q as allocated to a client, and a pick.
func (s *Sorter) Allocated(client string, q quantities.Row) error {
	return s.of(client, func(c order.Client) error {
		s.order.Allocated(c, q)
		return nil
	})
}

// Unallocated takes back q of what a client has allocated. Picks stay.
func (s *Sorter) Unallocated(client string, q quantities.Row) error {
	return s.of(client, func(c order.Client) error {
		held := s.order.Allocation(c)
		for n, amount := range q.All() {
			if held.At(n) < amount {
				return fmt.Errorf("sorter: client %q: %w", client, ErrNotAllocated)
			}
		}
		s.order.Unallocated(c, q)
		return nil
	})
}

// ChangeTotal takes gone, which was put in before, out of what the cluster has, and puts come in.
// That is for this sorter alone. The next Sort, and Share, work shares out anew.
func (s *Sorter) ChangeTotal(gone, come quantities.Row) { s.totals.Change(gone, come) }

// SetNow says what time it is, in nanoseconds on a clock of the caller's that never goes back. Decayed
// and timed policies look at it.
func (s *Sorter) SetNow(nanos int64) { s.totals.SetNow(nanos) }

// Sort appends the clients that take part to dst, who comes first first. Under Random each call draws
// anew.
func (s *Sorter) Sort(dst []string) []string {
	for _, c := range s.order.Sort(nil) {
		dst = append(dst, s.order.Path(c))
	}
	return dst
}

// Contains reports whether there is such a client. Paths that merely lead to clients are none.
func (s *Sorter) Contains(client string) bool {
	_, ok := s.order.Find(client)
	return ok
}

// Count returns how many clients there are.
func (s *Sorter) Count() int { return s.order.Count() }

// Allocation returns what a client has allocated; nothing if there is no such client.
func (s *Sorter) Allocation(client string) quantities.Row {
	c, ok := s.order.Find(client)
	if !ok {
		return quantities.Row{}
	}
	return s.order.Allocation(c).Clone()
}

// Share returns the weighted dominant share of a client; 0 if there is no such client.
func (s *Sorter) Share(client string) float64 {
	c, ok := s.order.Find(client)
	if !ok {
		return 0
	}
	return s.order.Share(c)
}

// of does something with a client.
func (s *Sorter) of(client string, do func(order.Client) error) error {
	c, ok := s.order.Find(client)
	if !ok {
		return fmt.Errorf("sorter: client %q: %w", client, ErrUnknownClient)
	}
	return do(c)
}
