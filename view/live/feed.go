package live

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/internal/handle"
)

// Options of a feed. The zero value is good.
type Options struct {
	// Every is the shortest time between two looks at the allocator; 0 stands for a second,
	// a negative one for none.
	Every time.Duration
	// HistoryBytes bounds the history, 0 stands for 16 MiB. HistoryStep is the shortest time
	// between two of its points on the host's clock, 0 stands for 5 s. HistoryAge is how long
	// ago the oldest may be, 0 stands for a day, a negative one for any time.
	HistoryBytes int
	HistoryStep  time.Duration
	HistoryAge   time.Duration
	// Epoch is the date at which the host's clock was at 0. The zero Time stands for 1970 if
	// the clock is so far from 0 that it cannot count from the start of a machine.
	Epoch time.Time
	// Run tells the allocator from others that a viewer may have seen before; "": a random
	// one.
	Run string
}

// Feed hands out how an allocator stands, and what has changed of it. Its methods may be
// called concurrently.
//
// Invariants:
//  1. a row's at is the look that last changed it: it is in the answer to every viewer who
//     has seen an earlier one;
//  2. lost has the rows that went since look lostSince: who has seen an earlier one is
//     given everything.
type Feed struct {
	options Options

	taking sync.Mutex // of raw, also while a state is worked out from it: taken before mu
	raw    Raw
	taken  time.Time
	fresh  bool // raw is not in state yet

	mu        sync.Mutex
	look      uint64 // counts them
	state     *State
	latest    atomic.Pointer[State] // state, for who takes no lock
	cluster   row
	rows      map[memberKey]*row // of roles and members
	lost      []*row
	lostSince uint64
	cells     []byte   // cellSize of each slot
	cellAt    []uint64 // the look that changed it
	history   *History
	events    events
}

// memberKey is that of a framework in a role; without a framework, of the role.
type memberKey struct {
	framework alloc.FrameworkID
	role      alloc.RoleID
}

// row is a part of the state as it is sent.
type row struct {
	of   memberKey
	name string // of a member
	text json.RawMessage
	at   uint64 // the look that changed it, or found it gone
	seen uint64 // the last look in which it was there
}

// mostLost is how many rows that went are remembered. With the next, all of them are forgotten.
const mostLost = 4096

// NewFeed returns a feed of one allocator.
func NewFeed(o Options) *Feed {
	if o.Every == 0 {
		o.Every = time.Second
	}
	if o.Run == "" {
		o.Run = strconv.FormatUint(rand.Uint64(), 16)
	}
	return &Feed{options: o, rows: map[memberKey]*row{}, history: newHistory(&o)}
}

// Look has the feed take down how the allocator stands, if it is due. The caller may read
// the allocator. Who wants a history of times in which nobody looks calls it now and then.
func (f *Feed) Look(a *core.View) {
	f.take(a)
	go f.settle()
}

// take copies the allocator's state, if it is due. It waits for nobody: where the state
// that was taken last is still being worked out, that one is shown.
func (f *Feed) take(a *core.View) {
	if !f.taking.TryLock() {
		return
	}
	defer f.taking.Unlock()
	if now := time.Now(); f.taken.IsZero() || now.Sub(f.taken) >= f.options.Every {
		f.raw.Take(a)
		f.taken, f.fresh = now, true
	}
}

// Mark notes that something happened, which the charts mark.
func (f *Feed) Mark(at alloc.Time, text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.events.add(at, alloc.AllRoles, text)
}

// State returns the state that was taken last, nil if there is none. Nobody changes it.
func (f *Feed) State() *State {
	f.settle()
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.state
}

// settle works out the state from what was taken.
func (f *Feed) settle() {
	f.taking.Lock()
	defer f.taking.Unlock()
	if !f.fresh {
		return
	}
	f.fresh = false
	s := f.raw.State()
	s.taken = f.taken
	f.mu.Lock()
	defer f.mu.Unlock()
	f.show(s)
}

// show replaces the state, and finds what has changed.
func (f *Feed) show(s *State) {
	f.look++
	if f.state != nil {
		f.events.compare(f.state, s)
	}
	f.state = s
	f.latest.Store(s)
	f.history.add(s)
	f.update(&f.cluster, clusterOf(s))
	for i := range s.Roles {
		f.update(f.rowOf(memberKey{role: s.Roles[i].ID}, ""), roleRow(s, i, explain.Hidden{}))
	}
	for i := range s.Members {
		m := &s.Members[i]
		f.update(f.rowOf(memberKey{m.Framework, s.Roles[m.Role].ID}, m.Name), memberRow(s, m))
	}
	for key, r := range f.rows {
		if r.seen != f.look {
			delete(f.rows, key)
			f.lose(r)
		}
	}
	f.updateCells(s)
}

func (f *Feed) rowOf(key memberKey, name string) *row {
	r := f.rows[key]
	if r == nil {
		r = &row{of: key, name: name}
		f.rows[key] = r
	}
	return r
}

// update gives a row its text.
func (f *Feed) update(r *row, value any) {
	r.seen = f.look
	if text := encoded(value); !bytes.Equal(r.text, text) {
		r.text, r.at = text, f.look
	}
}

func (f *Feed) lose(r *row) {
	if len(f.lost) == mostLost {
		f.lostSince = f.look
		f.lost = nil
	}
	r.at, r.text = f.look, nil
	f.lost = append(f.lost, r)
}

// updateCells compares the agents' cells with what they were.
func (f *Feed) updateCells(s *State) {
	size := 0
	for i := range s.Loads {
		size = max(size, int(handle.Slot(uint64(s.Loads[i].Agent)))+1)
	}
	size = max(size, len(f.cellAt)) // a slot that is vacant is a cell without an agent
	cells := make([]byte, size*cellSize)
	for i := range s.Loads {
		cell(cells[int(handle.Slot(uint64(s.Loads[i].Agent)))*cellSize:], &s.Loads[i])
	}
	for len(f.cellAt) < size {
		f.cellAt = append(f.cellAt, f.look)
		f.cells = append(f.cells, make([]byte, cellSize)...)
	}
	for slot := range f.cellAt {
		at := slot * cellSize
		if string(cells[at:at+cellSize]) != string(f.cells[at:at+cellSize]) {
			f.cellAt[slot] = f.look
		}
	}
	f.cells = cells
}

// cursor is what a viewer has seen. As a text its run comes last, since that may have points.
type cursor struct {
	run  string
	look uint64
	view uint64 // a hash of what may be viewed
}

func (c cursor) String() string { return fmt.Sprintf("%d.%x.%s", c.look, c.view, c.run) }

// parseCursor reads a cursor; another text is that of one who has seen nothing.
func parseCursor(text string) (c cursor) {
	parts := strings.SplitN(text, ".", 3)
	if len(parts) != 3 {
		return cursor{}
	}
	look, err := strconv.ParseUint(parts[0], 10, 64)
	view, err2 := strconv.ParseUint(parts[1], 16, 64)
	if err != nil || err2 != nil {
		return cursor{}
	}
	return cursor{parts[2], look, view}
}

// viewOf hashes which roles a viewer may see. Who may see other ones than before is given
// everything anew.
func (f *Feed) viewOf(hidden explain.Hidden) uint64 {
	if hidden.Role == nil && hidden.Framework == nil {
		return 0
	}
	h := fnv.New64a()
	note := func(id uint64, hides bool) {
		var b [9]byte
		binary.LittleEndian.PutUint64(b[:], id)
		if hides {
			b[8] = 1
		}
		_, _ = h.Write(b[:])
	}
	for i := range f.state.Roles {
		note(uint64(f.state.Roles[i].ID), hides(hidden.Role, f.state.Roles[i].ID))
	}
	for i := range f.state.Members {
		note(uint64(f.state.Members[i].Framework), hides(hidden.Framework, f.state.Members[i].Framework))
	}
	return h.Sum64() | 1
}

// hides reports whether a viewer may not see something.
func hides[ID any](hidden func(ID) bool, id ID) bool { return hidden != nil && hidden(id) }

// data returns what a viewer who has seen since has not seen yet, as an object.
func (f *Feed) data(since string, hidden explain.Hidden) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.state == nil {
		return nil, errNothing
	}
	seen := parseCursor(since)
	now := cursor{f.options.Run, f.look, f.viewOf(hidden)}
	full := seen.run != now.run || seen.view != now.view || seen.look > now.look || seen.look < f.lostSince || seen.look == 0
	if full {
		seen.look = 0
	}
	answer := struct {
		Run     string            `json:"run"`
		Cursor  string            `json:"cursor"`
		Full    bool              `json:"full"`
		Now     seconds           `json:"now"`
		Epoch   *float64          `json:"epoch,omitempty"`
		Cluster json.RawMessage   `json:"cluster,omitempty"`
		Roles   []json.RawMessage `json:"roles,omitempty"`
		Members []json.RawMessage `json:"members,omitempty"`
		Lost    []any             `json:"lost,omitempty"`
		Cells   *changedCells     `json:"cells,omitempty"`
	}{
		Run: now.run, Cursor: now.String(), Full: full, Now: seconds(f.state.Now), Epoch: f.options.epoch(f.state),
		Roles: f.changedRoles(seen.look, hidden), Members: f.changedMembers(seen.look, hidden), Cells: f.changedCells(seen.look),
	}
	if f.cluster.at > seen.look {
		answer.Cluster = f.cluster.text
	}
	if !full {
		answer.Lost = f.lostRows(seen.look, hidden)
	}
	return json.Marshal(answer)
}

// unixTimes are those of clocks that count from 1970: no machine has run for so long.
const unixTimes = alloc.Time(1e18)

// epoch returns the date of the clock's 0, in seconds since 1970, nil if it is not known.
func (o *Options) epoch(s *State) *float64 {
	switch {
	case !o.Epoch.IsZero():
		return new(float64(o.Epoch.UnixMilli()) / 1000)
	case s.Now >= unixTimes:
		return new(float64)
	}
	return nil
}

// changedRoles are the rows of roles that changed.
func (f *Feed) changedRoles(since uint64, hidden explain.Hidden) (rows []json.RawMessage) {
	for i := range f.state.Roles {
		id, parent := f.state.Roles[i].ID, f.state.Roles[i].Parent
		switch r := f.rows[memberKey{role: id}]; {
		case r.at <= since || hides(hidden.Role, id):
		case parent >= 0 && hides(hidden.Role, f.state.Roles[parent].ID):
			rows = append(rows, encoded(roleRow(f.state, i, hidden)))
		default:
			rows = append(rows, r.text)
		}
	}
	return rows
}

// changedMembers are the rows of members that changed.
func (f *Feed) changedMembers(since uint64, hidden explain.Hidden) (rows []json.RawMessage) {
	for i := range f.state.Members {
		m := &f.state.Members[i]
		role := f.state.Roles[m.Role].ID
		if r := f.rows[memberKey{m.Framework, role}]; r.at > since && !hides(hidden.Role, role) && !hides(hidden.Framework, m.Framework) {
			rows = append(rows, r.text)
		}
	}
	return rows
}

// lostRows are the keys of rows that went: a role's number, or a member's name and role.
func (f *Feed) lostRows(since uint64, hidden explain.Hidden) (keys []any) {
	for _, r := range f.lost {
		switch {
		case r.at <= since || hides(hidden.Role, r.of.role):
		case r.of.framework == 0:
			keys = append(keys, r.of.role)
		case !hides(hidden.Framework, r.of.framework):
			keys = append(keys, []any{r.name, r.of.role})
		}
	}
	return keys
}

// changedCells are the cells of agents in some slots, or of all from 0 on.
type changedCells struct {
	At    []int  `json:"at,omitempty"`
	Bytes []byte `json:"bytes"`
}

// changedCells returns the agents' cells, or those that changed if these are few; nil if none did.
func (f *Feed) changedCells(since uint64) *changedCells {
	var few changedCells
	for slot, at := range f.cellAt {
		if at > since {
			few.At = append(few.At, slot)
			few.Bytes = append(few.Bytes, f.cells[slot*cellSize:(slot+1)*cellSize]...)
		}
	}
	switch n := len(few.At); {
	case n == 0:
		return nil
	case 4*n < len(f.cellAt):
		return &few
	}
	return &changedCells{Bytes: f.cells}
}
