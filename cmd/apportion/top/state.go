package top

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/apportion/apportion/core/alloc"
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
	lists := []**live.Loans{&m.Loans}
	for i := range m.Roles {
		lists = append(lists, &m.Roles[i].Loans)
	}
	for _, l := range lists {
		if *l == nil {
			*l = &live.Loans{Lent: nothing, Borrowed: nothing, Recalled: nothing, Overdue: nothing}
		}
	}
	return m, nil
}

// amounts are by the cluster's names of resources; nil: nothing of any.
type amounts = []quantities.Amount

// row is a role, or a framework in a role, as a line of the list.
type row struct {
	*live.Role
	member *live.Member // nil: the role itself
	name   string       // of a role in the tree the last part of its path
	at     int          // index of the role
	depth  int          // in the tree; below 0: by its whole path
	parent bool         // of others
}

// same reports whether two rows, of states at two times, are of the same role or framework.
func (r row) same(other row) bool {
	return r.Role != nil && r.Path == other.Path && (r.member == nil) == (other.member == nil) && (r.member == nil || r.name == other.name)
}

// share is that of a resource, or of the dominant one, as a framework's always is.
func (r row) share(by int) live.Share {
	switch {
	case r.member != nil:
		return r.member.Share
	case by == live.Dominant:
		return r.Share
	}
	return r.Shares[by]
}

// distance is how far a share is from fair, if it differs.
func distance(s live.Share) float64 { return max(s.Starved(), s.Over()) }

// What is worked out of a role's amounts, for each resource.
func (r row) each(figure func(k int) quantities.Amount) amounts {
	list := make(amounts, len(r.Held))
	for k := range list {
		list[k] = figure(k)
	}
	return list
}

// idle is what of its guarantee a role neither has nor lends.
func (r row) idle() amounts {
	if r.member != nil {
		return nil
	}
	return r.Idle
}

// above is what a role holds beyond its guarantee, of resources of which it has one.
func (r row) above() amounts {
	return r.each(func(k int) quantities.Amount {
		if r.Guarantee[k] == 0 {
			return 0
		}
		return max(0, r.Held[k]-r.Guarantee[k])
	})
}

func (r row) lent() amounts     { return r.Loans.Lent }
func (r row) borrowed() amounts { return r.Loans.Borrowed }

// overdue is what a framework, or those of a role with all below it, should have given back.
func (r row) overdue() amounts {
	if r.member != nil {
		return r.member.Overdue
	}
	return r.Loans.Overdue
}

// listed is what a role has, and what is promised to it, with the word for each, its key in JSON, and the least that
// is worth telling there.
func (r row) listed() []listed {
	return []listed{{"holds", "held", 0, r.Held}, {"guaranteed", "guarantee", 1, r.Guarantee}, {"limited to", "limit", 0, r.Limit}, {"reserved", "reserved", 1, r.Reserved},
		{"lends", "lent", 1, r.lent()}, {"borrowed", "borrowed", 1, r.borrowed()}, {"recalled", "recalled", 1, r.Loans.Recalled}, {"overdue", "overdue", 1, r.overdue()}}
}

type listed struct {
	word, key string
	least     quantities.Amount
	of        amounts
}

// pending is what a role's frameworks shall give back, and still have time to.
func (r row) pending() amounts {
	return r.each(func(k int) quantities.Amount { return r.Loans.Recalled[k] - r.Loans.Overdue[k] })
}

// state says in a word whether a framework asks.
func state(x *live.Member) string {
	switch {
	case !x.Active:
		return "disconnected"
	case !x.Subscribed:
		return "left"
	case x.Suppressed:
		return "suppressed"
	case !x.Asks && x.Filters == 0 && x.Excluded > 0:
		return "excludes all"
	case !x.Asks:
		return "refuses all"
	}
	return "asks"
}

// lastOffer is when a framework's last offer was, if it ever had one.
func lastOffer(x *live.Member) (at float64, ever bool) { return seconds(x.LastOffer), x.Offers > 0 }

// seconds are those of the allocator's clock.
func seconds(t alloc.Time) float64 { return time.Duration(t).Round(time.Millisecond).Seconds() }

// mostPart is which part of the cluster amounts are, of a resource or of the one of which it is
// the most.
func (m *model) mostPart(of amounts, by int) (most float64) {
	for k, v := range of {
		if by == live.Dominant || by == k {
			most = max(most, m.part(v, k))
		}
	}
	return most
}

// part is which part of the cluster an amount is.
func (m *model) part(amount quantities.Amount, name int) float64 {
	if total := m.Total[name]; total > 0 {
		return amount.Float() / total.Float()
	}
	return 0
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

// filtersBelow counts the filters of a role's frameworks, and of those in the roles below.
func (m *model) filtersBelow(path string) (n int) {
	for i := range m.Roles {
		if x := &m.Roles[i]; x.Path == path || live.IsBelow(x.Path, path) {
			n += x.Filters
		}
	}
	return n
}
