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

// Rows are JSON arrays, whose columns docs/view.md lists. Amounts are in units of their
// resource, times in seconds of the host's clock.

// Flags of an agent's cell.
const (
	cellThere = 1 << iota // there is an agent
	cellAdmitted
	cellMaintenance
)

// cellSize is the bytes of an agent's cell: flags, and which part is held and used, from 0
// to 200.
const cellSize = 3

// appendRole appends a role's row. A role below a hidden one has no parent.
func appendRole(dst []byte, s *State, i int, hidden explain.Hidden) []byte {
	r := &s.Roles[i]
	parent := int64(-1)
	if r.Parent >= 0 && !hides(hidden.Role, s.Roles[r.Parent].ID) {
		parent = int64(s.Roles[r.Parent].ID)
	}
	dst = append(dst, '[')
	dst = strconv.AppendUint(dst, uint64(r.ID), 10)
	dst = appendText(append(dst, ','), r.Path)
	dst = appendInt(dst, parent)
	dst = appendFloat(append(dst, ','), r.Weight)
	dst = appendText(append(dst, ','), r.Policy)
	dst = appendInt(dst, int64(r.Frameworks))
	dst = appendInt(dst, int64(r.Filters))
	dst = appendInt(dst, int64(r.Asking))
	dst = appendInt(dst, int64(r.Share.Resource))
	for _, list := range [][]quantities.Amount{r.Held, r.Reserved, r.Guarantee, r.Limit, r.Idle} {
		dst = appendAmounts(append(dst, ','), list)
	}
	dst = appendShare(append(dst, ",["...), r.Share)
	for _, x := range s.sharesOf(i) {
		dst = appendShare(append(dst, ','), x)
	}
	dst = append(dst, ']')
	switch {
	case r.Loans != nil:
		dst = appendLoans(append(dst, ','), r.Loans)
	case r.SetWeight != r.Weight:
		dst = append(dst, ",null"...)
	}
	if r.SetWeight != r.Weight {
		dst = appendFloat(append(dst, ','), r.SetWeight)
	}
	return append(dst, ']')
}

// appendShare appends what is held, what is fair, and what others hold of that.
func appendShare(dst []byte, s Share) []byte {
	dst = appendFloat(dst, s.Held)
	dst = appendFloat(append(dst, ','), s.Fair)
	return appendFloat(append(dst, ','), s.Share.Starved())
}

// appendLoans appends what is lent, borrowed, recalled and overdue.
func appendLoans(dst []byte, l *Loans) []byte {
	before := byte('[')
	for _, list := range l.lists() {
		dst = appendAmounts(append(dst, before), list)
		before = ','
	}
	return append(dst, ']')
}

// appendMember appends a member's row. Its flags are, from bit 0: asks, active, subscribed,
// suppressed.
func appendMember(dst []byte, s *State, m *Member) []byte {
	flags := 0
	for bit, on := range []bool{m.Asks, m.Active, m.Subscribed, m.Suppressed} {
		if on {
			flags |= 1 << bit
		}
	}
	dst = appendText(append(dst, '['), m.Name)
	dst = appendInt(dst, int64(s.Roles[m.Role].ID))
	dst = appendInt(dst, int64(flags))
	dst = appendInt(dst, int64(m.Filters))
	dst = appendInt(dst, int64(m.Excluded))
	dst = appendInt(dst, int64(m.Offers))
	dst = appendInt(dst, int64(m.Refused))
	if m.Offers > 0 {
		dst = appendSeconds(append(dst, ','), m.LastOffer)
	} else {
		dst = append(dst, ",null"...)
	}
	dst = appendInt(dst, int64(m.Share.Resource))
	dst = appendShare(append(dst, ','), m.Share)
	dst = appendAmounts(append(dst, ','), m.Held)
	switch {
	case m.Overdue != nil:
		dst = appendAmounts(append(dst, ','), m.Overdue)
	case m.Offered != nil:
		dst = append(dst, ",null"...)
	}
	if m.Offered != nil {
		dst = appendAmounts(append(dst, ','), m.Offered)
		dst = appendInt(dst, int64(m.OfferedOn))
	}
	return append(dst, ']')
}

// appendCluster appends the cluster's sums as an object. Of the time it has nothing, so that
// it stays the same while nothing happens.
func appendCluster(dst []byte, s *State) []byte {
	dst = append(dst, `{"names":[`...)
	for i, name := range s.Names {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendText(dst, name)
	}
	dst = strconv.AppendInt(append(dst, `],"more":`...), int64(s.MoreNames), 10)
	for _, column := range []struct {
		name string
		list []quantities.Amount
	}{{"total", s.Total}, {"held", s.Held}, {"used", s.Used}, {"reserved", s.Reserved}, {"headroom", s.Headroom}} {
		dst = appendAmounts(append(append(append(dst, `,"`...), column.name...), `":`...), column.list)
	}
	if s.Loans != nil {
		dst = appendLoans(append(dst, `,"loans":`...), s.Loans)
	}
	for _, figure := range []struct {
		name  string
		value float64
	}{
		{"agents", float64(s.Agents)}, {"frameworks", float64(s.Frameworks)}, {"cycles", float64(s.Cycles)}, {"offers", float64(s.Offers)},
		{"lastRun", s.LastRun.Seconds()}, {"totalRun", s.TotalRun.Seconds()},
	} {
		dst = appendFloat(append(append(append(dst, `,"`...), figure.name...), `":`...), figure.value)
	}
	dst = strconv.AppendBool(append(dst, `,"paused":`...), s.Paused)
	if r := s.Recovery; r != nil {
		dst = strconv.AppendInt(append(dst, `,"recovery":{"expected":`...), int64(r.Agents), 10)
		dst = append(appendSeconds(append(dst, `,"until":`...), r.Until), '}')
	}
	return append(dst, '}')
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

func appendText(dst []byte, s string) []byte {
	text, _ := json.Marshal(s) // it cannot fail for a string
	return append(dst, text...)
}

// appendInt appends a comma and a number.
func appendInt(dst []byte, v int64) []byte { return strconv.AppendInt(append(dst, ','), v, 10) }

// appendFloat appends a number with seven digits, and whole ones with all of theirs.
func appendFloat(dst []byte, v float64) []byte {
	switch {
	case v == math.Trunc(v) && math.Abs(v) < 1e15:
		return strconv.AppendInt(dst, int64(v), 10)
	case math.IsNaN(v) || math.IsInf(v, 0):
		return append(dst, "null"...)
	}
	return strconv.AppendFloat(dst, v, 'g', 7, 64)
}

func appendSeconds(dst []byte, t alloc.Time) []byte {
	return strconv.AppendFloat(dst, float64(t)/1e9, 'f', 3, 64)
}

func appendAmounts(dst []byte, list []quantities.Amount) []byte {
	dst = append(dst, '[')
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		if v == NoLimit {
			dst = append(dst, "null"...)
		} else {
			dst = v.Append(dst)
		}
	}
	return append(dst, ']')
}
