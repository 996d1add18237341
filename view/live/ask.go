package live

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/internal/handle"
)

// Reasons for which a question has no answer. They are wrapped; ErrPath is an ErrQuestion whose
// path is none of the page's, and ErrUnknown comes with the core's error that says what is not known.
var (
	ErrQuestion = errors.New("no such question")
	ErrPath     = fmt.Errorf("%w at this path", ErrQuestion)
	ErrUnknown  = errors.New("there is none that may be seen")
)

var errNothing = fmt.Errorf("%w: nobody has looked at an allocator yet", ErrUnknown)

// unknown is an ErrUnknown about something that was named.
type unknown struct {
	what string
	kind error // of the core
}

func (u unknown) Error() string { return u.what + ": " + ErrUnknown.Error() }

func (u unknown) Unwrap() []error { return []error{ErrUnknown, u.kind} }

const (
	mostFound   = 50   // agents that a search by name returns
	mostSeries  = 256  // roles of one question about the history
	mostPoints  = 2000 // of a history
	mostHolders = 12   // agents that hold most of a role
)

// Answer works out what was asked, on copies: anybody may call it, once.
type Answer func() ([]byte, error)

// Ask asks a question of the page: "data?since=CURSOR", "state", "history?roles=1,2&points=300",
// "explain?framework=F&role=R", "explain?role=R", "explain?agent=A", "explain?slot=N",
// "find?agent=TEXT". docs/view.md has the answers, which are JSON.
//
// The caller may read the allocator until Ask returns; the answer comes of the function
// that is returned. hidden says what the viewer may not see. Data and the history are those
// of the last look if there is no allocator (nil).
//
// Errors, of both: ErrQuestion, ErrPath, ErrUnknown; of the answer only where there is no allocator.
//
// Ask waits for no other viewer's answer, but for the first that is asked to explain.
func (f *Feed) Ask(a *core.View, question string, hidden explain.Hidden) (Answer, error) {
	path, values, err := parse(question)
	if err != nil {
		return nil, err
	}
	if a != nil {
		f.take(a)
	} else if path == "find" || path == "explain" {
		return nil, errNothing
	}
	switch path {
	case "data":
		return func() ([]byte, error) {
			f.settle()
			return f.data(values.Get("since"), hidden)
		}, nil
	case "state":
		return func() ([]byte, error) {
			f.settle()
			return f.stateAnswer(hidden)
		}, nil
	case "history":
		roles, points, err := parseHistory(values)
		return func() ([]byte, error) {
			f.settle()
			return f.historyAnswer(roles, points, hidden)
		}, err
	case "find":
		return func() ([]byte, error) { return f.found(values.Get("agent")) }, nil
	}
	if f.latest.Load() == nil {
		f.settle()
	}
	return explained(a, f.latest.Load(), values, hidden)
}

func parse(question string) (path string, values url.Values, err error) {
	path, query, _ := strings.Cut(question, "?")
	if !slices.Contains([]string{"data", "state", "history", "find", "explain"}, path) {
		return "", nil, fmt.Errorf("%w: %q; there are data, state, history, find and explain", ErrPath, path)
	}
	if values, err = url.ParseQuery(query); err != nil {
		return "", nil, fmt.Errorf("%w: %q", ErrQuestion, question)
	}
	return path, values, nil
}

// parseHistory reads the question about the last hours.
func parseHistory(values url.Values) (roles []alloc.RoleID, points int, err error) {
	for text := range strings.SplitSeq(values.Get("roles"), ",") {
		if text == "" {
			continue
		}
		id, err := strconv.ParseUint(text, 10, 32)
		if err != nil || len(roles) == mostSeries {
			return nil, 0, fmt.Errorf("%w: roles %q are no numbers of roles, %d at most", ErrQuestion, values.Get("roles"), mostSeries)
		}
		roles = append(roles, alloc.RoleID(id))
	}
	points, err = strconv.Atoi(values.Get("points"))
	if err != nil || points < 2 || points > mostPoints {
		return nil, 0, fmt.Errorf("%w: points %q is no number from 2 to %d", ErrQuestion, values.Get("points"), mostPoints)
	}
	return roles, points, nil
}

// historyAnswer is the last hours: an object of columns, and the events.
func (f *Feed) historyAnswer(roles []alloc.RoleID, points int, hidden explain.Hidden) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.state == nil {
		return nil, errNothing
	}
	if hidden.Role != nil {
		roles = slices.DeleteFunc(roles, func(id alloc.RoleID) bool { return f.roles[id] == nil || hidden.Role(id) })
	}
	dst := f.history.append(append(f.answer[:0], '{'), f.state.Names, roles, points)
	f.answer = append(f.events.append(dst, f.roles, hidden), '}')
	return bytes.Clone(f.answer), nil
}

// append appends the events that a viewer may see: number, time, text.
func (e *events) append(dst []byte, roles map[alloc.RoleID]*row, hidden explain.Hidden) []byte {
	list := lister{dst: dst}
	list.begin("events")
	for _, x := range e.list {
		if x.role != alloc.AllRoles && hidden.Role != nil && (roles[x.role] == nil || hidden.Role(x.role)) {
			continue
		}
		if x.framework != 0 && hides(hidden.Framework, x.framework) {
			continue
		}
		text := strconv.AppendUint([]byte{'['}, x.number, 10)
		text = appendText(append(appendSeconds(append(text, ','), x.at), ','), x.text)
		list.add(append(text, ']'))
	}
	list.end()
	return list.dst
}

// explained explains a framework, a role or an agent.
func explained(a *core.View, s *State, values url.Values, hidden explain.Hidden) (Answer, error) {
	var role alloc.RoleID
	if path := values.Get("role"); path != "" {
		var ok bool
		role, ok = a.FindRole(path)
		if !ok || hides(hidden.Role, role) {
			return nil, unknown{fmt.Sprintf("role %q", path), alloc.ErrUnknownRole}
		}
	}
	var framework alloc.FrameworkID
	if name := values.Get("framework"); name != "" {
		var ok bool
		framework, ok = a.FindFramework(name)
		if !ok || hides(hidden.Framework, framework) {
			return nil, unknown{fmt.Sprintf("framework %q", name), alloc.ErrUnknownFramework}
		}
	}
	agent, err := agentOf(a, s, values)
	switch {
	case err != nil:
		return nil, err
	case agent != 0 && framework != 0:
		e, err := a.ExplainAgent(framework, role, agent)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUnknown, err)
		}
		e.Hide(hidden)
		return explanation(map[string]any{"explanation": e}), nil
	case agent != 0:
		return explainAgent(a, s, agent, hidden)
	case framework != 0 && values.Get("role") == "":
		return explainFramework(a, s, framework, hidden)
	case framework != 0:
		e, err := a.Explain(framework, role)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUnknown, err)
		}
		e.Hide(hidden)
		name, _ := a.FrameworkName(framework)
		holds := holders(a, s, func(u *alloc.Usage) bool { return u.Framework == name && u.Role == role })
		borrowed := borrowed(&describer{a, s, hidden}, framework, role)
		return explanation(map[string]any{"explanations": []any{e}, "text": e.String(), "holds": holds, "borrowed": borrowed}), nil
	case values.Get("role") != "":
		e, err := a.ExplainRole(role)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUnknown, err)
		}
		e.Hide(hidden)
		path := values.Get("role")
		below := map[alloc.RoleID]bool{}
		for i := range s.Roles {
			below[s.Roles[i].ID] = s.Roles[i].Path == path || isBelow(s.Roles[i].Path, path)
		}
		document := map[string]any{"explanation": e, "text": e.String(), "holds": holders(a, s, func(u *alloc.Usage) bool { return below[u.Role] })}
		if least := leastServed(a, s, below, hidden); least != nil {
			document["least"] = least
			document["leastText"] = least.String()
		}
		if x := standingOf(a, s, role, hidden); x != nil {
			document["standing"], document["standingText"] = x, x.String()
		}
		return explanation(document), nil
	}
	return nil, fmt.Errorf("%w: explain whom?", ErrQuestion)
}

// standingOf says where a role stands, and why the sibling that holds the largest share has it; nil: the role is not in
// use.
func standingOf(a *core.View, s *State, role alloc.RoleID, hidden explain.Hidden) *explain.Standings {
	own := slices.IndexFunc(s.Roles, func(r Role) bool { return r.ID == role })
	if own < 0 {
		return nil
	}
	question, most := alloc.StandingQuestion{Role: role, OtherRole: alloc.AllRoles}, 0.0
	for i := range s.Roles {
		r := &s.Roles[i]
		if i != own && r.Parent == s.Roles[own].Parent && r.Share.Held > most && !hides(hidden.Role, r.ID) {
			question.OtherRole, most = r.ID, r.Share.Held
		}
	}
	x, err := a.ExplainStanding(question)
	if err != nil || len(x.List) == 0 {
		return nil // it has gone since the state was taken
	}
	x.Hide(hidden)
	x.List = x.List[:min(1, len(x.List))] // without its frameworks
	return x
}

// leastServed explains of the frameworks in some roles that ask, and that a viewer may see, the
// one that holds least; nil: nobody asks. A role is judged without the minima, filters and
// constraints of those in it.
func leastServed(a *core.View, s *State, roles map[alloc.RoleID]bool, hidden explain.Hidden) *explain.Explanation {
	var least *Member
	for i := range s.Members {
		m := &s.Members[i]
		id := s.Roles[m.Role].ID
		if m.Asks && roles[id] && !hides(hidden.Role, id) && !hides(hidden.Framework, m.Framework) && (least == nil || m.Share.Held < least.Share.Held) {
			least = m
		}
	}
	if least == nil {
		return nil
	}
	e, err := a.Explain(least.Framework, s.Roles[least.Role].ID)
	if err != nil {
		return nil // it has gone since the state was taken
	}
	e.Hide(hidden)
	return e
}

func explanation(document map[string]any) Answer {
	return func() ([]byte, error) { return json.Marshal(document) }
}

// agentOf returns the agent that is named by its name or its slot, 0 if none is.
func agentOf(a *core.View, s *State, values url.Values) (alloc.AgentID, error) {
	if name := values.Get("agent"); name != "" {
		if id, ok := a.FindAgent(name); ok {
			return id, nil
		}
		return 0, unknown{fmt.Sprintf("agent %q", name), alloc.ErrUnknownAgent}
	}
	text := values.Get("slot")
	if text == "" {
		return 0, nil
	}
	slot, err := strconv.ParseUint(text, 10, 32)
	for i := range s.Loads {
		if id := s.Loads[i].Agent; err == nil && handle.Slot(uint64(id)) == uint32(slot) {
			return id, nil
		}
	}
	return 0, unknown{fmt.Sprintf("agent in slot %q", text), alloc.ErrUnknownAgent}
}

// explainFramework explains a framework in each of its roles.
func explainFramework(a *core.View, s *State, id alloc.FrameworkID, hidden explain.Hidden) (Answer, error) {
	list, err := a.ExplainFramework(id)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	seen, hiddenRoles := []any{}, 0
	for _, e := range list {
		if hides(hidden.Role, e.Subject.Role) {
			hiddenRoles++
			continue
		}
		e.Hide(hidden)
		seen = append(seen, e)
	}
	name, _ := a.FrameworkName(id)
	holds := holders(a, s, func(u *alloc.Usage) bool { return u.Framework == name && !hides(hidden.Role, u.Role) })
	borrowed := borrowed(&describer{a, s, hidden}, id, alloc.AllRoles)
	return explanation(map[string]any{"explanations": seen, "hidden": hiddenRoles, "holds": holds, "borrowed": borrowed}), nil
}

// holding is what somebody holds on an agent.
type holding struct {
	Slot  uint32      `json:"slot"`
	Agent string      `json:"agent"`
	What  []described `json:"what"`
	Part  float64     `json:"part"` // of the cluster, of the dominant resource

	agent alloc.AgentID
	held  []alloc.Resource
}

// holders returns the agents on which most is held of what is asked for, and on how many
// some is.
func holders(a *core.View, s *State, wanted func(*alloc.Usage) bool) map[string]any {
	w := describer{a: a, s: s}
	list := []holding{} // a list even where nothing is held
	var usages []alloc.Usage
	for i := range s.Loads {
		load := &s.Loads[i]
		usages, _ = a.AgentHoldings(usages[:0], load.Agent) // an agent that has gone holds nothing
		h := holding{Slot: handle.Slot(uint64(load.Agent)), agent: load.Agent}
		for k := range usages {
			if wanted(&usages[k]) {
				h.held = append(h.held, usages[k].Resources...)
			}
		}
		if len(h.held) > 0 {
			h.Part = w.part(h.held)
			list = append(list, h)
		}
	}
	slices.SortStableFunc(list, func(x, y holding) int {
		switch {
		case x.Part > y.Part:
			return -1
		case x.Part < y.Part:
			return 1
		}
		return 0
	})
	n := len(list)
	list = list[:min(n, mostHolders)]
	for i := range list {
		list[i].Agent, _ = a.AgentName(list[i].agent)
		list[i].What = w.describe(list[i].held)
	}
	return map[string]any{"agents": n, "most": list}
}

// explainAgent says what an agent has, who holds it, and who has refused it.
func explainAgent(a *core.View, s *State, id alloc.AgentID, hidden explain.Hidden) (Answer, error) {
	w := describer{a: a, s: s, hidden: hidden}
	name, err := a.AgentName(id)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	total, _ := a.AgentTotal(nil, id)
	free, _ := a.AgentFree(nil, id)
	usages, _ := a.AgentHoldings(nil, id)
	filters, _ := a.AgentFilters(nil, id)
	type party struct {
		Framework string      `json:"framework"`
		Role      string      `json:"role"`
		What      []described `json:"what"`
		Used      bool        `json:"used,omitempty"`
		Until     float64     `json:"until,omitempty"`
	}
	held, refused, more := []party{}, []party{}, 0
	for _, u := range usages {
		f, _ := a.FindFramework(u.Framework)
		if hides(hidden.Role, u.Role) || hides(hidden.Framework, f) {
			more++
			continue
		}
		role, _ := a.RoleName(u.Role)
		used, _ := a.Allocated(nil, id, u.Role)
		held = append(held, party{Framework: u.Framework, Role: role, What: w.describe(u.Resources), Used: len(used) > 0})
	}
	hiddenFilters := 0
	for _, x := range filters {
		if hides(hidden.Role, x.Role) || hides(hidden.Framework, x.Framework) || len(refused) == mostFound {
			hiddenFilters++
			continue
		}
		role, _ := a.RoleName(x.Role)
		framework, _ := a.FrameworkName(x.Framework)
		refused = append(refused, party{Framework: framework, Role: role, What: w.describe(x.Refused), Until: float64(x.Until) / 1e9})
	}
	document := map[string]any{
		"agent": name, "slot": handle.Slot(uint64(id)), "total": w.describe(total), "free": w.describe(free),
		"holders": held, "hiddenHolders": more, "filters": refused, "hiddenFilters": hiddenFilters,
	}
	for i := range s.Loads {
		if load := &s.Loads[i]; load.Agent == id {
			document["held"], document["used"], document["admitted"], document["maintenance"] = load.Held, load.Used, load.Admitted, load.Maintenance
		}
	}
	return explanation(document), nil
}

// describer puts resources into words.
type describer struct {
	a      *core.View
	s      *State
	hidden explain.Hidden
}

// described is a resource: its name, how much of it there is, a number of units or a text,
// and what sets it apart.
type described [3]any

// describe lists resources, each kind once: ["cpus", 4, ""], ["disk", 100, "for web"],
// ["ports", "31000-32000", ""].
func (w *describer) describe(list []alloc.Resource) (texts []described) {
	texts = []described{}
	places := map[alloc.KindID]int{}
	for _, r := range list {
		kind, err := w.a.DescribeKind(r.Kind)
		if err != nil {
			continue
		}
		at, again := places[r.Kind]
		if !again {
			at = len(texts)
			places[r.Kind] = at
			texts = append(texts, described{kind.Name, nil, w.note(&kind)})
		}
		switch had := texts[at][1].(type) {
		case float64:
			texts[at][1] = had + r.Amount.Float()
		case string:
			texts[at][1] = had + ", " + w.interval(&kind, r)
		default:
			texts[at][1] = w.interval(&kind, r)
			if kind.Type == alloc.Scalar {
				texts[at][1] = r.Amount.Float()
			}
		}
	}
	return texts
}

func (w *describer) interval(kind *alloc.Kind, r alloc.Resource) string {
	if kind.Type == alloc.Set {
		var names []string
		for n := r.Begin; n <= r.End && len(names) < mostFound; n++ {
			name, _ := w.a.ItemName(alloc.SetItemID(n))
			names = append(names, name)
		}
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%d-%d", r.Begin, r.End)
}

// note says what sets a kind apart from others of its name.
func (w *describer) note(kind *alloc.Kind) string {
	var notes []string
	if n := len(kind.Reservations); n > 0 {
		role := kind.Reservations[n-1].Role
		id, ok := w.a.FindRole(role)
		if w.hidden.Role != nil && (!ok || w.hidden.Role(id)) {
			notes = append(notes, "reserved")
		} else {
			notes = append(notes, "for "+role)
		}
	}
	if kind.Revocable {
		notes = append(notes, "revocable")
	}
	if kind.Shared {
		notes = append(notes, "shared")
	}
	return strings.Join(notes, ", ")
}

// roleName returns the path of a role, "" if the viewer may not see it.
func (w *describer) roleName(id alloc.RoleID) string {
	if hides(w.hidden.Role, id) {
		return ""
	}
	name, _ := w.a.RoleName(id)
	return name
}

// part returns the largest part of the cluster that resources are.
func (w *describer) part(list []alloc.Resource) float64 {
	sums := make([]float64, len(w.s.Names))
	for _, r := range list {
		if kind, err := w.a.DescribeKind(r.Kind); err == nil {
			if at := slices.Index(w.s.Names, kind.Name); at >= 0 {
				sums[at] += r.Amount.Float()
			}
		}
	}
	most := 0.0
	for k, v := range sums {
		if total := w.s.Total[k]; total > 0 {
			most = max(most, v/total.Float())
		}
	}
	return most
}
