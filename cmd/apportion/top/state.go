package top

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
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

// byName is a figure for each of the cluster's names of resources. Nil is 0 of each.
type byName []float64

func (x byName) at(name int) float64 {
	if x == nil {
		return 0
	}
	return x[name]
}

// amounts is how much there is of each name.
type amounts func(name int) float64

type cluster struct {
	Names                                 []string
	More                                  int
	Total, Held, Used, Reserved, Headroom byName
	Agents, Frameworks, Cycles, Offers    float64
	LastRun, TotalRun                     float64
	Loans                                 loans
	Paused                                bool
	Recovery                              *struct {
		Expected float64
		Until    float64
	}
}

// loans is what is lent: of a role with all below it, or of the cluster. Nil where nothing is.
type loans []byName

// The lists of loans.
const (
	lent     = iota // of what is kept for the role, its share of what is
	borrowed        // by its frameworks
	recalled        // of that
	overdue         // of that: it should have been given back
	loanLists
)

func (l loans) of(list int) amounts {
	if len(l) == 0 {
		return byName(nil).at
	}
	return l[list].at
}

// role is a role with all below it.
type role struct {
	id, parent          int64
	path, name          string  // name is the last part of the path
	weight, setWeight   float64 // that counts, and that was set last
	policy              string
	frameworks, filters int
	asking              int
	dominant            int
	held, reserved      byName
	guarantee           byName
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
	amounts           byName
	overdue           byName // what it should have given back
	offered           byName // of amounts, offers that it has not answered
	offeredOn         int    // agents
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
	m.player = cmp.Or(data.Player, m.player)
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
	if unpack(text, &key.framework, &key.role) == nil {
		delete(m.members, key)
	} else if json.Unmarshal(text, &key.role) == nil {
		delete(m.roles, key.role)
	}
}

// check finds rows that have no value for each resource.
func (m *model) check() error {
	n := len(m.cluster.Names)
	fit := func(lists ...byName) bool {
		return !slices.ContainsFunc(lists, func(list byName) bool { return len(list) != n })
	}
	lend := func(l loans) bool { return len(l) == 0 || len(l) == loanLists && fit(l...) }
	c := &m.cluster
	if !fit(c.Total, c.Held, c.Used, c.Reserved, c.Headroom) || !lend(c.Loans) {
		return fmt.Errorf("cluster: its amounts are not those of %d resources", n)
	}
	for _, r := range m.roles {
		if !fit(r.held, r.reserved, r.guarantee) || len(r.limit) != n || len(r.shares) != 2*(n+1) || !lend(r.loans) {
			return fmt.Errorf("role %q: its amounts are not those of %d resources", r.path, n)
		}
	}
	for _, x := range m.members {
		if x.overdue != nil && !fit(x.overdue) || x.offered != nil && !fit(x.offered) {
			return fmt.Errorf("framework %q: its amounts are not those of %d resources", x.name, n)
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

// limitOf is what a role may have at most; 0 if there is no limit.
func (r *role) limitOf(name int) float64 {
	if r.limit[name] == nil {
		return 0
	}
	return *r.limit[name]
}

// idle is what a role is guaranteed of a resource, and neither holds nor lends.
func (r *role) idle(name int) float64 {
	return max(0, r.guarantee[name]-r.held[name]-r.loans.of(lent)(name))
}

// above is what a role holds beyond its guarantee, of a resource of which it has one.
func (r *role) above(name int) float64 {
	if r.guarantee[name] == 0 {
		return 0
	}
	return max(0, r.held[name]-r.guarantee[name])
}

// pending is what a role's frameworks shall give back, and still have time to.
func (r *role) pending(name int) float64 {
	return r.loans.of(recalled)(name) - r.loans.of(overdue)(name)
}

// borrowedPart is the part of a role's share that is lent to it.
func (m *model) borrowedPart(r *role, by int) float64 {
	if by == live.Dominant {
		by = r.dominant
	}
	if by < 0 || by >= len(m.cluster.Names) {
		return 0
	}
	return m.part(r.loans.of(borrowed)(by), by)
}

// mostPart is which part of the cluster amounts are, of a resource or of the one of which it is
// the most.
func (m *model) mostPart(of amounts, by int) float64 {
	most := 0.0
	for k := range m.cluster.Names {
		if by == live.Dominant || by == k {
			most = max(most, m.part(of(k), k))
		}
	}
	return most
}

// part is which part of the cluster an amount is.
func (m *model) part(amount float64, name int) float64 {
	if total := m.cluster.Total[name]; total > 0 {
		return amount / total
	}
	return 0
}

// above0 are the amounts that are above 0, by resource.
func (m *model) above0(of amounts) map[string]float64 {
	list := map[string]float64{}
	for k, name := range m.cluster.Names {
		if v := of(k); v > 0 {
			list[name] = v
		}
	}
	return list
}

// text names the amounts that are above 0.
func (m *model) text(of amounts) string {
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
