package live

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/quantities"
)

// stateAnswer is all of the state that a viewer may see, as an object.
func (f *Feed) stateAnswer(hidden explain.Hidden) ([]byte, error) {
	f.mu.Lock()
	s := f.state
	f.mu.Unlock()
	if s == nil {
		return nil, errNothing
	}
	return json.Marshal(struct {
		Run   string   `json:"run"`
		Epoch *float64 `json:"epoch,omitempty"`
		State *State   `json:"state"`
	}{f.options.Run, f.options.epoch(s), s.seenBy(hidden)})
}

// seenBy returns the state without the roles and frameworks that are hidden, and with the shares of
// roles by each resource. A role below a hidden one has no parent.
func (s *State) seenBy(hidden explain.Hidden) *State {
	seen := *s
	seen.Roles, seen.Members = nil, nil
	places := make([]int, len(s.Roles)) // in seen.Roles; -1: hidden
	for i, r := range s.Roles {
		places[i] = -1
		if hides(hidden.Role, r.ID) {
			continue
		}
		if r.Parent >= 0 {
			r.Parent = places[r.Parent]
		}
		r.Shares = s.sharesOf(i)
		places[i] = len(seen.Roles)
		seen.Roles = append(seen.Roles, r)
	}
	for _, m := range s.Members {
		if m.Role = places[m.Role]; m.Role >= 0 && !hides(hidden.Framework, m.Framework) {
			seen.Members = append(seen.Members, m)
		}
	}
	return &seen
}

// Check returns an error if a state that came from elsewhere has lists that are not as long as they
// should be, or names what is not there.
func (s *State) Check() error {
	n := len(s.Names)
	fit := func(l *Loans, lists ...[]quantities.Amount) bool {
		if l != nil {
			four := l.lists()
			lists = append(lists, four[:]...)
		}
		return !slices.ContainsFunc(lists, func(list []quantities.Amount) bool { return len(list) != n })
	}
	unknown := func(x Share) bool { return x.Resource < Dominant || x.Resource >= n }
	if !fit(s.Loans, s.Total, s.Held, s.Used, s.Reserved, s.Headroom) {
		return fmt.Errorf("cluster: its amounts are not those of %d resources", n)
	}
	for i := range s.Roles {
		r := &s.Roles[i]
		if !fit(r.Loans, r.Held, r.Reserved, r.Guarantee, r.Limit, r.Idle) || len(r.Shares) != n || unknown(r.Share) || slices.ContainsFunc(r.Shares, unknown) {
			return fmt.Errorf("role %q: its amounts are not those of %d resources", r.Path, n)
		}
		if r.Parent >= i || r.Parent >= 0 && !IsBelow(r.Path, s.Roles[r.Parent].Path) {
			return fmt.Errorf("role %q: its parent is not above it", r.Path)
		}
	}
	for i := range s.Members {
		m := &s.Members[i]
		if !fit(nil, m.Held) || m.Overdue != nil && !fit(nil, m.Overdue) || m.Offered != nil && !fit(nil, m.Offered) || unknown(m.Share) {
			return fmt.Errorf("framework %q: its amounts are not those of %d resources", m.Name, n)
		}
		if m.Role < 0 || m.Role >= len(s.Roles) {
			return fmt.Errorf("framework %q: there is no role %d", m.Name, m.Role)
		}
	}
	return nil
}
