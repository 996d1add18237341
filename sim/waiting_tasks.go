package sim

import (
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
)

// A class is the tasks of a group that have one size.
type class struct {
	size   int32
	tasks  []pending
	head   int  // of tasks: those before have been taken
	queued bool // in the group's queue
}

// pending is a task, or a gang of them, that waits.
type pending struct {
	arrival    alloc.Time
	number     int32 // of the group's
	guaranteed bool  // it is within its role's guarantee
}

// role is the index of its first role: what waits counts there.
func (fw *framework) role() int { return fw.Roles[0] }

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

// mostWaiting bounds how many tasks wait in all; a gang counts as one. More would fill the memory before anybody
// learned something from it.
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

// tidy takes classes without tasks out of the queue, and forgets those of a group whose tasks have many sizes.
// Whoever places tasks or gangs on offers calls it after going through a group: until then such classes stay in
// the queue, empty.
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

// wait puts a task of a size, or a gang, at the end of those that wait: when it arrives, and again after it has failed
// or was lost.
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
