// Package statetest makes states for tests of the packages of core, in few words and without the
// calls of core: a package's own verbs are then tried on what it finds in an allocator.
package statetest

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/state"
	"github.com/apportion/apportion/quantities"
)

// State is a state for a test. A text of resources is one as resource.Kinds.Format writes it:
// "cpus:4; mem(web)(web/db):512; cpus{revocable}:2; disk[volume v1]<shared>:8; ports:[1-5]".
type State struct {
	*state.State
	t testing.TB
}

// New returns a state without agents and frameworks. It holds its invariants when the test ends, and
// each time that Check is called.
func New(t testing.TB, options alloc.Options) *State {
	options.RoleSorter, options.FrameworkSorter = cmp.Or(options.RoleSorter, alloc.DRF), cmp.Or(options.FrameworkSorter, alloc.DRF)
	limits := &slots.Limits{Roles: 1000, Kinds: 1000, Subscriptions: 1000}
	s := &State{state.New(&options, limits, func(*state.State) shrinkorder.Emulation { return shrinkorder.None{} }), t}
	s.Frameworks.SetGlobalMinimum(s.Kinds.Rows(options.MinAllocatable))
	t.Cleanup(s.Check)
	return s
}

// Check checks the invariants of all packages. A test in which one is broken goes on, and fails.
func (s *State) Check() {
	for _, check := range []func() error{s.Agents.Validate, s.Roles.Validate, s.Frameworks.Validate, s.Ledger.Validate} {
		err := check()
		if err != nil {
			s.t.Error(err)
		}
	}
}

// Role returns the role of a path, which the host holds.
func (s *State) Role(path string) alloc.RoleID {
	id := s.Roles.Intern(path)
	s.Roles.Hold(uint32(id))
	return id
}

// Kind returns the number of a kind, which the host holds.
func (s *State) Kind(k alloc.Kind) alloc.KindID {
	assert.Check(resource.ValidateKind(&k))
	id, known := s.Kinds.Lookup(&k)
	if !known {
		var role alloc.RoleID
		if n := len(k.Reservations); n > 0 {
			role = s.Role(k.Reservations[n-1].Role)
			s.Roles.Ref(role)
		}
		id = s.Kinds.Enter(&k, role)
		s.Kinds.Numbers().Hold(uint32(id))
	}
	return s.Kinds.HostsKind(uint32(id))
}

var resourceText = regexp.MustCompile(`^(\w+)((?:\([^)]+\))*)(?:\[volume (\w+)\])?(\{revocable\})?(<shared>)?:(?:\[(\d+)-(\d+)\]|([\d.]+))$`)

// Resources returns the resources of a text.
func (s *State) Resources(text string) (list []alloc.Resource) {
	if text == "nothing" {
		return nil
	}
	for part := range strings.SplitSeq(text, "; ") {
		m := resourceText.FindStringSubmatch(part)
		if m == nil {
			panic("no resource: " + part)
		}
		k := alloc.Kind{Name: m[1], Revocable: m[4] != "", Shared: m[5] != ""}
		for _, role := range strings.FieldsFunc(m[2], func(r rune) bool { return r == '(' || r == ')' }) {
			k.Reservations = append(k.Reservations, alloc.Reservation{Type: alloc.Dynamic, Role: role})
		}
		if m[3] != "" {
			k.Disk = &alloc.Disk{Persistence: &m[3]}
		}
		if m[6] == "" {
			list = append(list, alloc.ScalarOf(s.Kind(k), assert.Must(quantities.ParseAmount(m[8]))))
			continue
		}
		k.Type = alloc.Ranges
		list = append(list, alloc.Resource{Kind: s.Kind(k), Begin: assert.Must(strconv.ParseUint(m[6], 10, 64)), End: assert.Must(strconv.ParseUint(m[7], 10, 64))})
	}
	return list
}

// Bag returns the resources of a text as a bag.
func (s *State) Bag(text string) *resource.Bag {
	b := new(resource.Bag)
	err := s.Kinds.ReadBag(b, s.Resources(text), "test")
	if err != nil {
		panic(err)
	}
	return b
}

// Row returns the quantities of a text.
func (s *State) Row(text string) (row quantities.Row) {
	s.Kinds.SumUp(&row, s.Bag(text))
	return row
}
