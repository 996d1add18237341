package top

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/view/live"
)

// model is the answer to "state". Cluster and roles have Loans, also where nothing is lent.
type model struct {
	Run         string
	Epoch       *float64 // the date of the clock's 0, in seconds
	Player      *player  // nil: the allocator is at work
	*live.State `json:"state"`
}

// player says of a recording which frames there are, and which is shown.
type player struct {
	At    int
	Times []float64
}

// amounts are by the cluster's names of resources; nil: nothing of any.
type amounts = []quantities.Amount

// read reads an answer.
func read(answer []byte) (*model, error) {
	m := &model{}
	if err := json.Unmarshal(answer, m); err != nil {
		return nil, fmt.Errorf("this is not the state of an allocator: %w", err)
	}
	if m.State == nil {
		return nil, fmt.Errorf("this is not the state of an allocator: %s", ansi.Truncate(clean(string(answer)), 60, "..."))
	}
	if p := m.Player; p != nil && (p.At < 0 || p.At >= len(p.Times)) {
		return nil, fmt.Errorf("frame %d of %d", p.At, len(p.Times))
	}
	if err := m.Check(); err != nil {
		return nil, err
	}
	nothing := make(amounts, len(m.Names))
	none := &live.Loans{Lent: nothing, Borrowed: nothing, Recalled: nothing, Overdue: nothing}
	m.Loans = cmp.Or(m.Loans, none)
	for i := range m.Roles {
		m.Roles[i].Loans = cmp.Or(m.Roles[i].Loans, none)
	}
	return m, nil
}

// part is which part of the cluster amounts are, of a resource or of the one of which it is the most.
func (m *model) part(of amounts, by int) (most float64) {
	for k, v := range of {
		if total := m.Total[k]; total > 0 && (by == live.Dominant || by == k) {
			most = max(most, v.Float()/total.Float())
		}
	}
	return most
}

// text names the amounts that are above 0.
func (m *model) text(of amounts) string {
	var list []string
	for k, v := range of {
		if v > 0 {
			list = append(list, amount(m.Names[k], v.Float()))
		}
	}
	return strings.Join(list, ", ")
}
