package top

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/apportion/apportion/view/live"
)

// model is the state as the answers to "data" told it.
type model struct {
	run, cursor string
	now         float64
	epoch       *float64 // the date of the clock's 0, in seconds
	player      *player  // nil: the allocator is at work
	cluster     cluster
	roles       map[int64]*role
	members     map[memberKey]*member
	top         []*role // of the tree, by path
}

// player says of a recording which frames there are, and which is shown.
type player struct {
	At    int
	Times []float64
}

type cluster struct {
	Names                                 []string
	More                                  int
	Total, Held, Used, Reserved, Headroom []float64
	Agents, Frameworks, Cycles, Offers    float64
	LastRun, TotalRun                     float64
	Loans                                 loans
	Paused                                bool
	Recovery                              *struct {
		Expected float64
		Until    float64
	}
}

// role is a role with all below it. Lists are by the index of resources in cluster.Names.
type role struct {
	id, parent          int64
	path, name          string  // name is the last part of the path
	weight, setWeight   float64 // that counts, and that was set last
	policy              string
	frameworks, filters int
	asking              int
	dominant            int
	held, reserved      []float64
	guarantee           []float64
	limit               []*float64 // nil: none
	shares              []float64  // held and fair, of the dominant resource, then of each
	loans               loans
	children            []*role
}

type memberKey struct {
	role      int64
	framework string
}

// member is a framework in a role.
type member struct {
	name              string
	role              int64
	flags             int
	filters, excluded int
	offers, refused   float64
	lastOffer         *float64 // nil: never
	dominant          int
	held, fair        float64
	amounts           []float64
	overdue           []float64 // by resource, nil: nothing
	offered           []float64 // of amounts, offers that it has not answered; nil: none
	offeredOn         int       // agents
}

// merge takes an answer in.
func (m *model) merge(answer []byte) error {
	var data struct {
		Run, Cursor    *string
		Full           bool
		Now            float64
		Epoch          *float64
		Cluster        *cluster
		Roles, Members []json.RawMessage
		Lost           []json.RawMessage
		Player         *player
	}
	if err := json.Unmarshal(answer, &data); err != nil {
		return fmt.Errorf("this is not the state of an allocator: %w", err)
	}
	if data.Run == nil || data.Cursor == nil {
		return fmt.Errorf("this is not the state of an allocator: %s", shortened(answer))
	}
	if data.Full || m.roles == nil {
		m.roles, m.members = map[int64]*role{}, map[memberKey]*member{}
	}
	// After an answer that cannot be taken in, all is asked for again.
	m.run, m.cursor, m.now, m.epoch = *data.Run, "", data.Now, data.Epoch
	if data.Player != nil {
		m.player = data.Player
	}
	if data.Cluster != nil {
		m.cluster = *data.Cluster
	}
	for _, text := range data.Lost {
		m.lose(text)
	}
	for _, text := range data.Roles {
		r := &role{}
		if err := unpack(text, &r.id, &r.path, &r.parent, &r.weight, &r.policy, &r.frameworks, &r.filters, &r.asking, &r.dominant,
			&r.held, &r.reserved, &r.guarantee, &r.limit, &r.shares, ifThere{&r.loans}, ifThere{&r.setWeight}); err != nil {
			return fmt.Errorf("role %s: %w", shortened(text), err)
		}
		r.setWeight = cmp.Or(r.setWeight, r.weight)
		m.roles[r.id] = r
	}
	for _, text := range data.Members {
		x := &member{}
		if err := unpack(text, &x.name, &x.role, &x.flags, &x.filters, &x.excluded, &x.offers, &x.refused, &x.lastOffer, &x.dominant,
			&x.held, &x.fair, &x.amounts, ifThere{&x.overdue}, ifThere{&x.offered}, ifThere{&x.offeredOn}); err != nil {
			return fmt.Errorf("framework %s: %w", shortened(text), err)
		}
		m.members[memberKey{x.role, x.name}] = x
	}
	if err := m.check(); err != nil {
		return err
	}
	m.cursor = *data.Cursor
	m.grow()
	return nil
}

// ifThere is a target of unpack that a row may lack.
type ifThere struct{ target any }

// unpack reads a row: a JSON array with a value for each target. It may have more.
func unpack(text json.RawMessage, targets ...any) error {
	var cells []json.RawMessage
	if err := json.Unmarshal(text, &cells); err != nil {
		return err
	}
	for i, target := range targets {
		optional, isOptional := target.(ifThere)
		switch {
		case i >= len(cells) && !isOptional:
			return fmt.Errorf("there is no column %d", i)
		case i >= len(cells):
			continue
		case isOptional:
			target = optional.target
		}
		if err := json.Unmarshal(cells[i], target); err != nil {
			return fmt.Errorf("column %d: %w", i, err)
		}
	}
	return nil
}

// lose forgets a role, or a framework in a role.
func (m *model) lose(text json.RawMessage) {
	var key memberKey
	if bytes.HasPrefix(text, []byte("[")) && unpack(text, &key.framework, &key.role) == nil {
		delete(m.members, key)
	} else if json.Unmarshal(text, &key.role) == nil {
		delete(m.roles, key.role)
	}
}

// check finds rows that have no value for each resource.
func (m *model) check() error {
	n := len(m.cluster.Names)
	for _, list := range [][]float64{m.cluster.Total, m.cluster.Held, m.cluster.Used, m.cluster.Reserved, m.cluster.Headroom} {
		if len(list) != n {
			return fmt.Errorf("cluster: %d amounts of %d resources", len(list), n)
		}
	}
	if !m.cluster.Loans.fits(n) {
		return fmt.Errorf("cluster: loans are not those of %d resources", n)
	}
	for _, r := range m.roles {
		if len(r.held) != n || len(r.reserved) != n || len(r.guarantee) != n || len(r.limit) != n || len(r.shares) != 2*(n+1) || !r.loans.fits(n) {
			return fmt.Errorf("role %q: its amounts are not those of %d resources", r.path, n)
		}
	}
	if p := m.player; p != nil && (p.At < 0 || p.At >= len(p.Times)) {
		return fmt.Errorf("frame %d of %d", p.At, len(p.Times))
	}
	return nil
}

// grow makes a tree of the roles. A role whose parent may not be seen stands at the top.
func (m *model) grow() {
	m.top = nil
	for _, r := range m.roles {
		r.children = nil
	}
	for _, r := range m.roles {
		r.name = r.path
		if parent := m.roles[r.parent]; parent != nil && isBelow(r.path, parent.path) {
			r.name = r.path[len(parent.path)+1:]
			parent.children = append(parent.children, r)
		} else {
			m.top = append(m.top, r)
		}
	}
}

// share is that of a resource, or of the dominant one.
func (r *role) share(by int) live.Share {
	at := 2 * (by + 1)
	return live.Share{Resource: by, Held: r.shares[at], Fair: r.shares[at+1], Asks: r.asking > 0}
}

func (x *member) share() live.Share {
	return live.Share{Resource: x.dominant, Held: x.held, Fair: x.fair, Asks: x.flags&1 != 0}
}

// unanswered is how much of a resource a framework has in offers that it has not answered.
func (x *member) unanswered(name int) float64 {
	if name >= len(x.offered) {
		return 0
	}
	return x.offered[name]
}

// state says in a word whether a framework asks.
func (x *member) state() string {
	switch {
	case x.flags&2 == 0:
		return "disconnected"
	case x.flags&4 == 0:
		return "left"
	case x.flags&8 != 0:
		return "suppressed"
	case x.flags&1 == 0 && x.filters == 0 && x.excluded > 0:
		return "excludes all"
	case x.flags&1 == 0:
		return "refuses all"
	}
	return "asks"
}

// idle is what a role is guaranteed of a resource, and neither holds nor lends.
func (r *role) idle(name int) float64 {
	return max(0, r.guarantee[name]-r.held[name]-r.loans.at(lent, name))
}

// above is what a role holds beyond its guarantee, of a resource of which it has one.
func (r *role) above(name int) float64 {
	if r.guarantee[name] == 0 {
		return 0
	}
	return max(0, r.held[name]-r.guarantee[name])
}

// mostPart is which part of the cluster amounts are, of a resource or of the one of which it is
// the most.
func (m *model) mostPart(of func(name int) float64, by int) float64 {
	most := 0.0
	for k := range m.cluster.Names {
		if by == live.Dominant || by == k {
			most = max(most, m.part(of(k), k))
		}
	}
	return most
}

// idlePart is the largest part of the cluster that an idle guarantee of a role is.
func (m *model) idlePart(r *role) float64 { return m.mostPart(r.idle, live.Dominant) }

// part is which part of the cluster an amount is.
func (m *model) part(amount float64, name int) float64 {
	if total := m.cluster.Total[name]; total > 0 {
		return amount / total
	}
	return 0
}

// guaranteed is which part of the cluster is guaranteed, of a resource or of the one of
// which it is the most; -1: nothing is.
func (m *model) guaranteed(r *role, by int) float64 {
	most := -1.0
	for k, v := range r.guarantee {
		if v > 0 && (by == live.Dominant || by == k) {
			most = max(most, m.part(v, k))
		}
	}
	return most
}

// limited is which part of the cluster a role may have at most; -1: there is no limit.
func (m *model) limited(r *role, by int) float64 {
	most := -1.0
	for k, v := range r.limit {
		if v != nil && (by == live.Dominant || by == k) {
			most = max(most, m.part(*v, k))
		}
	}
	return most
}

// amounts are those that are above 0, by resource.
func (m *model) amounts(of func(name int) float64) map[string]float64 {
	list := map[string]float64{}
	for k, name := range m.cluster.Names {
		if v := of(k); v > 0 {
			list[name] = v
		}
	}
	return list
}

// text names the amounts that are above 0.
func (m *model) text(of func(name int) float64) string {
	var list []string
	for k, name := range m.cluster.Names {
		if v := of(k); v > 0 {
			list = append(list, amount(name, v))
		}
	}
	return strings.Join(list, ", ")
}

// shortened is the beginning of a text that an error names.
func shortened(text []byte) string {
	const most = 60
	if len(text) > most {
		return clean(string(text[:most])) + "..."
	}
	return clean(string(text))
}
