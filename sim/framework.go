package sim

import (
	"slices"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// A framework has tasks that wait, in classes of the same size, and answers offers
// with them.
type framework struct {
	plan    *scenario.Framework
	index   int32
	stream  uint64 // its part of what its streams are made from
	roleIDs []alloc.RoleID
	takes   []bool
	results.FrameworkState
	id       alloc.FrameworkID
	gen      uint32 // how often it has come or gone
	present  bool
	came     alloc.Time
	quiet    bool // it has suppressed offers
	groups   []group
	gangs    int                // that wait
	running  []runningTask      // what it has when it first comes
	uses     []alloc.AgentUsage // by that
	answers  uint64
	gathered []offerRef // for gangs
	patience uint32     // counts the waits of gangs
	waits    bool       // for the end of its patience
}

// A group is one kind of a framework's tasks, and those of it that wait.
type group struct {
	fw      *framework
	plan    *scenario.Tasks
	number  uint64 // its index among the framework's
	arrived int
	ended   int
	running int // from the beginning
	resumed int // of those, numbered
	gaps    int
	draws   int       // of whether tasks have failed
	rows    []taskRow // of a file
	arrives bool      // when the rows say, in the order in which they are
	lasts   bool      // as long as the rows say
	shapes  *shapeTable
	size    int32 // of all its tasks, or none
	laws    []sizeLaw
	classes []class
	bySize  map[int32]int
	per     map[[2]string]int // tasks that run, by attribute and value of most_per
	queue   []int             // classes that have tasks waiting, in the order since when
}

type sizeLaw struct {
	resource int
	law      *scenario.Law
}

// A class is the tasks of a group that have one size.
type class struct {
	size   int32
	tasks  []pending
	head   int
	queued bool
}

// pending is a task, or a gang of them, that waits.
type pending struct {
	arrival    alloc.Time
	number     int32 // of the group's
	guaranteed bool  // it is within its role's guarantee
}

// role is the index of its first role: what waits counts there.
func (fw *framework) role() int { return fw.Roles[0] }

// isNamedIn reports whether a list has the framework's name, or the one that stands for it
// and others.
func (fw *framework) isNamedIn(names []string) bool {
	return slices.Contains(names, fw.plan.Name) || slices.Contains(names, fw.plan.Base)
}

// heldIn is what the framework holds in one of its roles.
func (fw *framework) heldIn(role alloc.RoleID) *amounts {
	return &fw.Held[slices.Index(fw.roleIDs, role)]
}

func (c *class) len() int { return len(c.tasks) - c.head }

func (c *class) pop() pending {
	p := c.tasks[c.head]
	c.head++
	switch {
	case c.head == len(c.tasks):
		c.tasks, c.head = c.tasks[:0], 0
	case c.head > 1024 && 2*c.head > len(c.tasks):
		c.tasks = c.tasks[:copy(c.tasks, c.tasks[c.head:])]
		c.head = 0
	}
	return p
}

const none = -1

// mostWaiting bounds how many tasks wait in all: of more the memory would be full before
// anybody learned something.
const mostWaiting = 50_000_000

// classOf is the class of the group's tasks of that size.
func (g *group) classOf(size int32) *class {
	i, ok := g.bySize[size]
	if !ok {
		i = len(g.classes)
		g.bySize[size] = i
		g.classes = append(g.classes, class{size: size})
	}
	c := &g.classes[i]
	if !c.queued {
		c.queued = true
		g.queue = append(g.queue, i)
	}
	return c
}

// tidy takes classes without tasks out of the queue, and forgets those of a group
// whose tasks have many sizes.
func (g *group) tidy() {
	kept := g.queue[:0]
	for _, i := range g.queue {
		c := &g.classes[i]
		if c.len() == 0 {
			c.queued = false
			continue
		}
		kept = append(kept, i)
	}
	g.queue = kept
	if len(kept) == 0 && len(g.classes) > 4096 {
		g.classes, g.bySize = nil, map[int32]int{}
	}
}

// wait puts a task of a size, or a gang, at the end of those that wait.
func (s *simulation) wait(g *group, p pending, size int32) {
	fw := g.fw
	idle := fw.Waiting == 0
	s.waiting++
	if s.waiting > mostWaiting {
		must.Do(g.plan.Errorf("", "more than %d tasks wait after %v: they come faster than they can run", mostWaiting, time.Duration(s.now)))
	}
	s.mayWait(g, size)
	p.guaranteed = !g.plan.Backlog && s.isGuaranteed(fw.role(), &s.sizes[size], g.plan.Gang)
	c := g.classOf(size)
	c.tasks = append(c.tasks, p)
	fw.Waiting += g.plan.Gang
	if g.plan.Gang > 1 {
		fw.gangs++
	}
	s.countWaiting(g, size, g.plan.Gang)
	if idle && (fw.quiet || fw.plan.Revive && s.now > 0) {
		fw.quiet = false
		s.check(s.core.ReviveOffers(fw.id, nil))
	}
}

// streamOf is random numbers for one purpose of the tasks of a kind that have a number.
func (s *simulation) streamOf(g *group, number int, purpose uint64) stream {
	return streamOf(s.seed, g.fw.stream, g.number, uint64(number), purpose)
}

// sizeOf draws the size of a task.
func (s *simulation) sizeOf(g *group, number int32) int32 {
	switch {
	case g.rows != nil && g.size == none:
		return g.rows[int(number)%len(g.rows)].size
	case g.size != none:
		return g.size
	}
	random := s.streamOf(g, int(number), forSize)
	if g.shapes != nil {
		return g.shapes.sizes[g.shapes.sampler.draw(&random)]
	}
	var size amounts
	for _, l := range g.laws {
		size[l.resource] = amountOf(random.draw(l.law))
	}
	if size.IsEmpty() {
		size[g.laws[0].resource] = 1
	}
	return s.internSize(size)
}

// durationOf draws how long a task takes; 0 for ever.
func (s *simulation) durationOf(g *group, number int32) alloc.Time {
	if g.lasts {
		return g.rows[int(number)%len(g.rows)].duration
	}
	if g.plan.Duration.Kind == scenario.Endless {
		return 0
	}
	random := s.streamOf(g, int(number), forDuration)
	return max(leastDuration, timeOf(random.draw(&g.plan.Duration.Law)))
}
