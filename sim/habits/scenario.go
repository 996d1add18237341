package habits

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// Files are a scenario and the files that it names, by file name. The scenario's own name is the
// one that [Observer.Scenario] was given.
type Files map[string][]byte

// ErrNothing says that a recording has nothing to make a scenario of.
var ErrNothing = errors.New("nothing is offered in that stretch of the recording: there are no habits to read off")

// A draft is what a scenario is written from.
type draft struct {
	*Observer
	name     string // of its file, without the ending
	settings *settings
	at       alloc.Time // the instant at which it begins
	from, to alloc.Time // the stretch that habits are read off
	length   time.Duration
	groups   []*group
	alike    map[groupKey]*group
	place    map[*agent]string // what the machine of an agent is called, of those at the beginning
	free     map[*agent]*amounts
	present  []*framework
	yaml     bytes.Buffer
	running  bytes.Buffer
	files    Files
	notes    []string
}

// A group is machines that have the same, and come and go at the same time.
type group struct {
	groupKey
	name   string
	agents []*agent
}

type groupKey struct {
	has        amounts
	came, left alloc.Time
}

// Scenario makes a scenario of the stretch, up to where the replay has come. a is the replay's
// allocator. name is the name of the scenario's file without .yaml; the other files are called
// after it.
func (o *Observer) Scenario(a *core.Allocator, name string) (Files, error) {
	if o.begin == nil || a.Now() <= o.From {
		return nil, ErrNothing
	}
	o.measureAll(a)
	d := &draft{Observer: o, name: name, settings: o.begin, at: o.From, from: o.From, to: a.Now(), alike: map[groupKey]*group{}}
	d.length = time.Duration(d.to - d.from)
	for _, g := range o.machines {
		if g.left > d.at && !g.has.IsEmpty() {
			d.group(g, g.has, max(g.came, d.at), g.left)
		}
	}
	for _, f := range o.frameworks {
		if f.left > d.at {
			d.present = append(d.present, f)
		}
	}
	return d.write(fmt.Sprintf("From %v to %v of a recording", time.Duration(d.from), time.Duration(d.to)))
}

// GoingOn makes a scenario that begins where the replay has come, and goes on for a time with the
// habits that were seen up to then. a is the allocator at that instant; the caller may have changed
// it.
func (o *Observer) GoingOn(a *core.Allocator, length time.Duration, name string) (Files, error) {
	if o.begin == nil || o.now <= o.From {
		return nil, ErrNothing
	}
	d := &draft{Observer: o, name: name, settings: settingsOf(a), at: o.now, from: o.From, to: o.now, length: length, alike: map[groupKey]*group{}}
	known := map[string]*agent{}
	for _, g := range o.agents {
		known[g.name] = g
	}
	for _, id := range a.AgentIDs(nil) {
		name, _ := a.AgentName(id)
		total, _ := a.AgentTotal(nil, id)
		g := known[name]
		if g == nil {
			g = &agent{name: name} // it is there by the change
		}
		if has := o.resources.of(a, total); !has.IsEmpty() {
			d.group(g, has, d.at, never)
		}
	}
	for _, f := range o.frameworks {
		if f.left == never {
			d.present = append(d.present, f)
		}
	}
	return d.write(fmt.Sprintf("On from %v of a recording", time.Duration(d.at)))
}

// group puts a machine into a group.
func (d *draft) group(g *agent, has amounts, came, left alloc.Time) {
	if left > d.to {
		left = never
	}
	key := groupKey{has, came, left}
	x := d.alike[key]
	if x == nil {
		x = &group{groupKey: key}
		d.alike[key] = x
		d.groups = append(d.groups, x)
	}
	x.agents = append(x.agents, g)
}

// nameMachines names groups and machines, as the simulator does: a group's by their
// numbers from 1, in the order of the agents' names.
func (d *draft) nameMachines() {
	d.place, d.free = map[*agent]string{}, map[*agent]*amounts{}
	slices.SortStableFunc(d.groups, func(a, b *group) int {
		return cmp.Or(cmp.Compare(a.came, b.came), cmp.Compare(a.left, b.left), cmp.Compare(len(b.agents), len(a.agents)), slices.Compare(b.has[:], a.has[:]))
	})
	for i, x := range d.groups {
		x.name = "machines-" + strconv.Itoa(i+1)
		if x.came > d.at {
			continue
		}
		slices.SortStableFunc(x.agents, func(a, b *agent) int { return cmp.Compare(a.name, b.name) })
		for k, g := range x.agents {
			d.place[g] = x.name + "-" + strconv.Itoa(k+1)
			d.free[g] = new(x.has)
		}
	}
}

// write writes all files.
func (d *draft) write(title string) (Files, error) {
	d.nameMachines()
	if len(d.groups) == 0 || d.groups[0].came > d.at {
		return nil, errors.New("there are no machines at the beginning of that stretch of the recording")
	}
	d.files = Files{}
	byFramework := map[*framework][]*chunk{}
	for _, c := range d.chunks {
		byFramework[c.framework] = append(byFramework[c.framework], c)
	}
	var body bytes.Buffer
	seen := map[amounts]int{}
	written := 0
	for _, f := range d.present {
		if len(f.roles) == 0 {
			d.note("%s is left out: it is in no role", f.name)
			continue
		}
		tasks := tasksOf(byFramework[f])
		for i := range tasks {
			seen[tasks[i].size]++
		}
		h := d.habitsOf(f, tasks)
		h.write(&body)
		d.writeRunning(f, tasks)
		written++
	}
	if written == 0 {
		return nil, ErrNothing
	}
	d.writeHead(title, bySeen(seen))
	d.yaml.WriteString("frameworks:\n")
	d.yaml.Write(body.Bytes())
	d.writeEvents()
	d.files[d.name+".yaml"] = d.yaml.Bytes()
	if d.running.Len() > 0 {
		d.files[d.runningName()] = append(d.runningHeader(), d.running.Bytes()...)
	}
	return d.files, nil
}

func (d *draft) note(format string, arguments ...any) {
	d.notes = append(d.notes, fmt.Sprintf(format, arguments...))
}
