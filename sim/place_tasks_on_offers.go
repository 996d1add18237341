package sim

import (
	"cmp"
	"math"

	"github.com/apportion/apportion/core/alloc"
)

// A launch is a task that a framework has found a place for.
type launch struct {
	pending
	group *group
	size  int32
	uses  int32            // with its volume
	parts []alloc.Resource // what it uses by kind, if not all is plain
}

// mostTried bounds the sizes of one kind of tasks that are tried on an offer: of a
// framework whose tasks have many sizes, those that have waited longest.
const mostTried = 64

// answer answers offers: launches what fits and refuses the rest.
func (s *simulation) answer(fw *framework, refs []offerRef) {
	if !fw.present {
		return // its offers went with it
	}
	if fw.gangs > 0 || len(fw.gathered) > 0 {
		s.answerWithGangs(fw, refs)
		s.suppressIfIdle(fw)
		return
	}
	for _, ref := range refs {
		o := s.offerAt(ref)
		switch {
		case o == nil:
			continue
		case !s.takesOffersOf(fw, o.machine):
			s.decline(ref, fw.plan.Refuse.Unfit)
			continue
		case fw.Waiting == 0:
			s.decline(ref, fw.plan.Refuse.Idle)
			continue
		}
		left := s.remainderOf(o)
		launches := s.place(fw, o.machine, &left, s.scratch.launches[:0])
		s.scratch.launches = launches
		if len(launches) == 0 {
			s.decline(ref, fw.plan.Refuse.Unfit)
		} else {
			s.accept(ref, launches, fw.plan.Refuse.Rest)
		}
	}
	s.suppressIfIdle(fw)
}

func (s *simulation) takesOffersOf(fw *framework, machine int32) bool {
	m := &s.machines[machine]
	return !m.leaving && (fw.takes == nil || fw.takes[m.group])
}

func (s *simulation) suppressIfIdle(fw *framework) {
	if fw.plan.Suppress && fw.Waiting == 0 && !fw.quiet {
		fw.quiet = true
		s.check(s.core.SuppressOffers(fw.id, nil))
	}
}

// place takes from those that wait, gangs left out, what fits into the remainder of an offer of
// a machine, and lowers the remainder by it.
func (s *simulation) place(fw *framework, machine int32, left *remainder, launches []launch) []launch {
	limit := cmp.Or(fw.plan.PerOffer, math.MaxInt32)
	for gi := range fw.groups {
		g := &fw.groups[gi]
		if g.plan.Gang > 1 {
			continue
		}
		emptied := false
		most := s.mostOn(g, machine)
		for q := 0; q < len(g.queue) && q < mostTried; q++ {
			class := g.queue[q]
			size := g.classes[class].size
			for limit > 0 && most > 0 && left.fits(g.plan, &s.sizes[size]) && g.classes[class].len() > 0 {
				launches = append(launches, launch{pending: s.take(g, class), group: g, size: size, uses: size})
				left.use(g.plan, &s.sizes[size])
				limit--
				most--
			}
			emptied = emptied || g.classes[class].len() == 0
		}
		if emptied {
			g.tidy()
		}
	}
	return launches
}

// take takes the task that has waited longest in a class. If the tasks are a backlog, the next one
// begins to wait at once.
func (s *simulation) take(g *group, class int) pending {
	c := &g.classes[class]
	p := c.pop()
	s.waiting--
	g.fw.Waiting -= g.plan.Gang
	if g.plan.Gang > 1 {
		g.fw.gangs--
	}
	s.countWaiting(g, c.size, -g.plan.Gang)
	if g.plan.Backlog {
		s.arriveAgain(g)
	}
	return p
}

// arriveAgain is arrive for a task that takes the place of another: the framework has not been idle
// in between.
func (s *simulation) arriveAgain(g *group) {
	if !s.arrivalsAreOver(g) {
		g.fw.Waiting++
		s.arrive(g)
		g.fw.Waiting--
	}
}
