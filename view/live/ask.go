package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
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
	mostFound   = 50   // agents that a search by name returns, or parts of a resource that are named
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
// Ask waits for no other viewer's answer. Only where no data were asked for within the last seconds, an
// explanation works the state out before it returns.
func (f *Feed) Ask(a *core.View, question string, hidden explain.Hidden) (Answer, error) {
	path, values, err := Parse(question)
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
	return explained(a, f.recent(), values, hidden)
}

// mostAge is how old the state may be that an explanation is made on. A page asks for data each second.
const mostAge = 5 * time.Second

// recent returns a state that is not old. Whoever only asks to explain has it worked out now.
func (f *Feed) recent() *State {
	if s := f.latest.Load(); s == nil || time.Since(s.taken) > max(mostAge, f.options.Every) {
		f.settle()
	}
	return f.latest.Load()
}

// Parse reads a question: what is asked, and its parameters.
//
// Errors: ErrQuestion, ErrPath.
func Parse(question string) (path string, values url.Values, err error) {
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
		roles = slices.DeleteFunc(roles, func(id alloc.RoleID) bool { return f.rows[memberKey{role: id}] == nil || hidden.Role(id) })
	}
	answer := f.history.columns(f.state.Names, roles, points)
	if events := f.events.seenBy(f.rows, hidden); len(events) > 0 {
		answer["events"] = events
	}
	return json.Marshal(answer)
}

// seenBy are the events that a viewer may see: number, time, text.
func (e *events) seenBy(rows map[memberKey]*row, hidden explain.Hidden) (list [][3]any) {
	for _, x := range e.list {
		if x.role != alloc.AllRoles && hidden.Role != nil && (rows[memberKey{role: x.role}] == nil || hidden.Role(x.role)) {
			continue
		}
		if x.framework != 0 && hides(hidden.Framework, x.framework) {
			continue
		}
		list = append(list, [3]any{x.number, seconds(x.at), x.text})
	}
	return list
}
