package sorter

import "github.com/apportion/apportion/quantities"

// Totals is what a cluster has in all: the denominators of every share. One
// Totals serves all the sorters of a cluster; Mesos keeps a copy in each, and
// goes through all of them for every agent.
//
// Agents are dense indices, such as those of an agent table.
type Totals struct {
	names    *quantities.Names
	excluded map[string]struct{}

	agents  quantities.Matrix // a row for each agent, zero if absent
	present []bool            // by agent

	sums    quantities.Row
	version uint64 // changes with sums, and only with them

	divisors        []float64 // sums in units, by name; 0 for excluded names
	divisorsVersion uint64    // the version that divisors belong to
}

// NewTotals returns totals without agents. Names in excluded do not count
// towards shares (Mesos's fair_sharing_excluded_resource_names); they need not
// be interned yet.
func NewTotals(names *quantities.Names, excluded []string) *Totals {
	t := &Totals{names: names, excluded: make(map[string]struct{}, len(excluded))}
	for _, name := range excluded {
		t.excluded[name] = struct{}{}
	}
	return t
}

// AddAgent counts an agent in. The row is copied. An agent that is there
// already is ErrDuplicateAgent.
func (t *Totals) AddAgent(agent uint32, q quantities.Row) error {
	if t.has(agent) {
		return agentError("add to the totals", agent, ErrDuplicateAgent)
	}
	if int(agent) >= len(t.present) {
		t.present = append(t.present, make([]bool, int(agent)+1-len(t.present))...)
		t.agents.Grow(len(t.present))
	}
	t.present[agent] = true
	t.agents.Assign(int(agent), q)
	t.sums.Add(q)
	t.touch(!q.IsZero())
	return nil
}

// RemoveAgent takes an agent out, with the amounts that it was last given. An
// agent that is not there is ErrUnknownAgent.
func (t *Totals) RemoveAgent(agent uint32) error {
	if !t.has(agent) {
		return agentError("remove from the totals", agent, ErrUnknownAgent)
	}
	row := t.agents.Row(int(agent))
	t.touch(!row.IsZero())
	t.sums.Sub(row)
	row.Reset()
	t.present[agent] = false
	return nil
}

// UpdateAgent replaces what an agent has. Shares are left alone if that is
// what it had before. An agent that is not there is ErrUnknownAgent.
func (t *Totals) UpdateAgent(agent uint32, q quantities.Row) error {
	if !t.has(agent) {
		return agentError("update in the totals", agent, ErrUnknownAgent)
	}
	row := t.agents.Row(int(agent))
	if row.Equal(q) {
		return nil
	}
	t.sums.Sub(row)
	t.sums.Add(q)
	t.agents.Assign(int(agent), q)
	t.touch(true)
	return nil
}

// Total returns the sums over all agents, excluded names included. It is a
// view: read only, and valid until the next change.
func (t *Totals) Total() quantities.Row { return t.sums }

// Version returns a number that changes when, and only when, Total does.
func (t *Totals) Version() uint64 { return t.version }

func (t *Totals) has(agent uint32) bool {
	return int(agent) < len(t.present) && t.present[agent]
}

func (t *Totals) touch(changed bool) {
	if changed {
		t.version++
	}
}

// dividers returns the totals by which allocations are divided, in units and by
// name, with 0 for names that do not count.
func (t *Totals) dividers() []float64 {
	if t.divisorsVersion == t.version {
		return t.divisors
	}
	t.divisors = t.divisors[:0]
	for i, sum := range t.sums {
		divisor := 0.0
		if _, skip := t.excluded[t.names.String(quantities.Name(i))]; !skip {
			divisor = sum.Float()
		}
		t.divisors = append(t.divisors, divisor)
	}
	t.divisorsVersion = t.version
	return t.divisors
}
