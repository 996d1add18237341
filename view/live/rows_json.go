package live

import (
	"encoding/json"
	"math"
	"strconv"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/quantities"
)

// Rows are JSON arrays, whose columns docs/view.md lists.

// Numbers as answers have them.
type (
	figure      float64             // with seven digits, and whole ones with all of theirs
	seconds     alloc.Time          // of the host's clock
	unitAmounts []quantities.Amount // in units of their resource; null for NoLimit
)

func (v figure) MarshalJSON() ([]byte, error) {
	switch x := float64(v); {
	case x == math.Trunc(x) && math.Abs(x) < 1e15:
		return strconv.AppendInt(nil, int64(x), 10), nil
	case math.IsNaN(x) || math.IsInf(x, 0):
		return []byte("null"), nil
	default:
		return strconv.AppendFloat(nil, x, 'g', 7, 64), nil
	}
}

func (t seconds) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(t)/1e9, 'f', 3, 64), nil
}

func (list unitAmounts) MarshalJSON() ([]byte, error) {
	text := []byte{'['}
	for i, v := range list {
		if i > 0 {
			text = append(text, ',')
		}
		if v == NoLimit {
			text = append(text, "null"...)
		} else {
			text = v.Append(text)
		}
	}
	return append(text, ']'), nil
}

func encoded(v any) json.RawMessage {
	text, _ := json.Marshal(v) // it cannot fail for what is here
	return text
}

// Flags of an agent's cell.
const (
	cellThere = 1 << iota // there is an agent
	cellAdmitted
	cellMaintenance
)

// cellSize is the bytes of an agent's cell: flags, and which part is held and used, from 0
// to 200.
const cellSize = 3

// roleRow is a role's row. A role below a hidden one has no parent.
func roleRow(s *State, i int, hidden explain.Hidden) []any {
	r := &s.Roles[i]
	parent := int64(-1)
	if r.Parent >= 0 && !hides(hidden.Role, s.Roles[r.Parent].ID) {
		parent = int64(s.Roles[r.Parent].ID)
	}
	shares := r.Share.columns()
	for _, x := range s.sharesOf(i) {
		shares = append(shares, x.columns()...)
	}
	row := []any{
		r.ID, r.Path, parent, figure(r.Weight), r.Policy, r.Frameworks, r.Filters, r.Asking, r.Share.Resource,
		unitAmounts(r.Held), unitAmounts(r.Reserved), unitAmounts(r.Guarantee), unitAmounts(r.Limit), unitAmounts(r.Idle), shares,
	}
	isLate := r.SetWeight != r.Weight
	if r.Loans != nil || isLate {
		row = append(row, r.Loans.columns())
	}
	if isLate {
		row = append(row, figure(r.SetWeight))
	}
	return row
}

// columns are what is held, what is fair, and what others hold of that.
func (s Share) columns() []figure {
	return []figure{figure(s.Held), figure(s.Fair), figure(s.Share.Starved())}
}

// columns are what is lent, borrowed, recalled and overdue; null where nothing is.
func (l *Loans) columns() (columns []unitAmounts) {
	if l != nil {
		for _, list := range l.lists() {
			columns = append(columns, list)
		}
	}
	return columns
}

// memberRow is a member's row. Its flags are, from bit 0: asks, active, subscribed,
// suppressed.
func memberRow(s *State, m *Member) []any {
	flags := 0
	for bit, on := range []bool{m.Asks, m.Active, m.Subscribed, m.Suppressed} {
		if on {
			flags |= 1 << bit
		}
	}
	var last *seconds
	if m.Offers > 0 {
		last = new(seconds(m.LastOffer))
	}
	share := m.Share.columns()
	row := []any{
		m.Name, s.Roles[m.Role].ID, flags, m.Filters, m.Excluded, m.Offers, m.Refused, last, m.Share.Resource,
		share[0], share[1], share[2], unitAmounts(m.Held),
	}
	switch {
	case m.Overdue != nil:
		row = append(row, unitAmounts(m.Overdue))
	case m.Offered != nil:
		row = append(row, nil)
	}
	if m.Offered != nil {
		row = append(row, unitAmounts(m.Offered), m.OfferedOn)
	}
	return row
}

// cluster is the cluster's sums. Of the time it has nothing, so that it stays the same while
// nothing happens.
type cluster struct {
	Names      []string      `json:"names"`
	More       int           `json:"more"`
	Total      unitAmounts   `json:"total"`
	Held       unitAmounts   `json:"held"`
	Used       unitAmounts   `json:"used"`
	Reserved   unitAmounts   `json:"reserved"`
	Headroom   unitAmounts   `json:"headroom"`
	Loans      []unitAmounts `json:"loans,omitempty"`
	Agents     int           `json:"agents"`
	Frameworks int           `json:"frameworks"`
	Cycles     uint64        `json:"cycles"`
	Offers     uint64        `json:"offers"`
	LastRun    figure        `json:"lastRun"`
	TotalRun   figure        `json:"totalRun"`
	Paused     bool          `json:"paused"`
	Recovery   *recovery     `json:"recovery,omitempty"`
}

// recovery is what allocation waits for.
type recovery struct {
	Expected int     `json:"expected"`
	Until    seconds `json:"until"`
}

func clusterOf(s *State) *cluster {
	c := &cluster{
		Names: append([]string{}, s.Names...), More: s.MoreNames,
		Total: s.Total, Held: s.Held, Used: s.Used, Reserved: s.Reserved, Headroom: s.Headroom, Loans: s.Loans.columns(),
		Agents: s.Agents, Frameworks: s.Frameworks, Cycles: s.Cycles, Offers: s.Offers,
		LastRun: figure(s.LastRun.Seconds()), TotalRun: figure(s.TotalRun.Seconds()), Paused: s.Paused,
	}
	if r := s.Recovery; r != nil {
		c.Recovery = &recovery{r.Agents, seconds(r.Until)}
	}
	return c
}

// cell writes an agent's cell.
func cell(dst []byte, load *core.AgentLoad) {
	dst[0] = cellThere
	if load.Admitted {
		dst[0] |= cellAdmitted
	}
	if load.Maintenance {
		dst[0] |= cellMaintenance
	}
	dst[1], dst[2] = uint8(load.Held*200+0.5), uint8(load.Used*200+0.5)
}
