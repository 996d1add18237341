package live

import (
	"fmt"
	"slices"
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// mostEvents is how many events are kept, of more the newer half, and mostOfOneLook how many one look at
// the allocator adds of what was set, and how many of who owes.
const (
	mostEvents    = 512
	mostOfOneLook = 64
)

// event is a change that somebody made: of quota, of a weight, of who is there.
type event struct {
	number uint64 // from 1, ascending
	at     alloc.Time
	text   string
	role   alloc.RoleID // alloc.AllRoles: of none

	framework alloc.FrameworkID // 0: of none
}

// events are the latest.
type events struct {
	list []event
	last uint64
}

func (e *events) add(at alloc.Time, role alloc.RoleID, text string) {
	e.last++
	e.list = append(e.list, event{number: e.last, at: at, text: text, role: role})
	if len(e.list) > mostEvents {
		e.list = append(e.list[:0], e.list[len(e.list)-mostEvents/2:]...)
	}
}

// compare notes what is not as it was.
func (e *events) compare(was, is *State) {
	if n := is.Agents - was.Agents; n > 0 {
		e.add(is.Now, alloc.AllRoles, fmt.Sprintf("%d more %s", n, plural(n, "agent")))
	} else if n < 0 {
		e.add(is.Now, alloc.AllRoles, fmt.Sprintf("%d fewer %s", -n, plural(-n, "agent")))
	}
	e.compareAgents(was, is)
	e.compareOverdue(was, is)
	switch {
	case is.Paused && !was.Paused && is.Recovery != nil:
		e.add(is.Now, alloc.AllRoles, "recovery begins")
	case is.Paused && !was.Paused:
		e.add(is.Now, alloc.AllRoles, "allocation is paused")
	case was.Paused && !is.Paused:
		e.add(is.Now, alloc.AllRoles, "allocation goes on")
	}
	before := make(map[alloc.RoleID]*Role, len(was.Roles))
	for i := range was.Roles {
		before[was.Roles[i].ID] = &was.Roles[i]
	}
	added := 0
	for i := range is.Roles {
		r := &is.Roles[i]
		old := before[r.ID]
		if old == nil {
			old = &Role{Weight: 1, SetWeight: 1}
		}
		for _, text := range changes(was.Names, is.Names, old, r) {
			added++
			if added <= mostOfOneLook {
				e.add(is.Now, r.ID, text)
			}
		}
	}
}

// compareAgents notes agents that are there in both states, and not offered any more, or again,
// or under maintenance.
func (e *events) compareAgents(was, is *State) {
	before := make(map[alloc.AgentID]*core.AgentLoad, len(was.Loads))
	for i := range was.Loads {
		before[was.Loads[i].Agent] = &was.Loads[i]
	}
	var away, back, begun, ended int
	for i := range is.Loads {
		x := &is.Loads[i]
		old := before[x.Agent]
		switch {
		case old == nil:
			continue
		case old.Admitted && !x.Admitted:
			away++
		case !old.Admitted && x.Admitted:
			back++
		}
		switch {
		case !old.Maintenance && x.Maintenance:
			begun++
		case old.Maintenance && !x.Maintenance:
			ended++
		}
	}
	for _, x := range []struct {
		n    int
		text string
	}{{away, "not offered any more"}, {back, "offered again"}, {begun, "under maintenance"}, {ended, "no longer under maintenance"}} {
		if x.n > 0 {
			e.add(is.Now, alloc.AllRoles, fmt.Sprintf("%d %s %s", x.n, plural(x.n, "agent"), x.text))
		}
	}
}

// compareOverdue notes who has not given back in time what was lent to it, and who owes nothing
// any more.
func (e *events) compareOverdue(was, is *State) {
	owed := map[memberKey]bool{}
	for i := range was.Members {
		if m := &was.Members[i]; m.Overdue != nil {
			owed[memberKey{m.Framework, was.Roles[m.Role].ID}] = true
		}
	}
	added := 0
	for i := range is.Members {
		m := &is.Members[i]
		r := &is.Roles[m.Role]
		before := owed[memberKey{m.Framework, r.ID}]
		if before == (m.Overdue != nil) {
			continue
		}
		added++
		if added > mostOfOneLook {
			return
		}
		what := "owes nothing any more"
		if !before {
			what = "has not given back in time " + m.owes(is.Names)
		}
		e.add(is.Now, r.ID, fmt.Sprintf("%s in %s %s", m.Name, r.Path, what))
		e.list[len(e.list)-1].framework = m.Framework
	}
}

// owes names what should have been given back.
func (m *Member) owes(names []string) string {
	var list []string
	for k, v := range m.Overdue {
		if v > 0 {
			list = append(list, v.String()+" "+names[k])
		}
	}
	return strings.Join(list, ", ")
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// changes says which settings of a role changed. A role that was not known had none.
func changes(oldNames, names []string, old, r *Role) (list []string) {
	switch {
	case old.SetWeight != r.SetWeight && r.Weight != r.SetWeight:
		list = append(list, fmt.Sprintf("%s: weight %g, was %g; %g goes on to count", r.Path, r.SetWeight, old.SetWeight, r.Weight))
	case old.SetWeight != r.SetWeight:
		list = append(list, fmt.Sprintf("%s: weight %g, was %g", r.Path, r.SetWeight, old.SetWeight))
	case old.Weight != r.Weight:
		list = append(list, fmt.Sprintf("%s: weight %g begins to count, in the place of %g", r.Path, r.Weight, old.Weight))
	}
	if old.Policy != r.Policy && old.Policy != "" && r.Policy != "" {
		list = append(list, fmt.Sprintf("%s: policy %s, was %s", r.Path, r.Policy, old.Policy))
	}
	for _, part := range []struct {
		name    string
		old, is []quantities.Amount
		none    quantities.Amount
	}{{"guarantee", old.Guarantee, r.Guarantee, 0}, {"limit", old.Limit, r.Limit, NoLimit}} {
		var texts []string
		for k, name := range names {
			was := part.none
			if at := slices.Index(oldNames, name); at >= 0 && at < len(part.old) {
				was = part.old[at]
			}
			if was != part.is[k] {
				texts = append(texts, fmt.Sprintf("%s %s, was %s", name, amountOrNone(part.is[k], part.none), amountOrNone(was, part.none)))
			}
		}
		if len(texts) > 0 {
			list = append(list, fmt.Sprintf("%s: %s of %s", r.Path, part.name, strings.Join(texts, "; ")))
		}
	}
	return list
}

func amountOrNone(v, none quantities.Amount) string {
	if v == none {
		return "none"
	}
	return v.String()
}
