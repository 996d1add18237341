package sim

import (
	"time"

	"github.com/apportion/apportion/sim/results"
)

// answerWithGangs holds offers until all tasks of a gang fit on them together, or until the
// framework's patience ends. Other tasks may use what the gangs leave.
func (s *simulation) answerWithGangs(fw *framework, refs []offerRef) {
	held := fw.gathered[:0]
	for _, ref := range fw.gathered {
		if s.offerAt(ref) != nil {
			held = append(held, ref)
		}
	}
	for _, ref := range refs {
		o := s.offerAt(ref)
		switch {
		case o == nil:
		case !s.takesOffersOf(fw, o.machine):
			s.decline(ref, fw.plan.Refuse.Unfit)
		default:
			held = append(held, ref)
		}
	}
	left := make([]remainder, len(held))
	launches := make([][]launch, len(held))
	for i, ref := range held {
		left[i] = s.remainderOf(&s.offers[ref.slot])
	}
	s.placeGangs(fw, left, launches)
	fw.gathered = held[:0]
	idle := fw.Waiting == 0
	for i, ref := range held {
		if fw.gangs == 0 || len(launches[i]) > 0 {
			launches[i] = s.place(fw, s.offers[held[i].slot].machine, &left[i], launches[i])
		}
		switch {
		case len(launches[i]) > 0:
			s.accept(ref, launches[i], fw.plan.Refuse.Rest)
		case fw.gangs > 0:
			fw.gathered = append(fw.gathered, ref)
		case idle:
			s.decline(ref, fw.plan.Refuse.Idle)
		default:
			s.decline(ref, fw.plan.Refuse.Unfit)
		}
	}
	s.waitForGangs(fw)
}

// placeGangs takes each gang that fits into what is left of some offers together.
func (s *simulation) placeGangs(fw *framework, left []remainder, launches [][]launch) {
	for gi := range fw.groups {
		g := &fw.groups[gi]
		if g.plan.Gang < 2 {
			continue
		}
		for q := 0; q < len(g.queue) && q < mostTried; q++ {
			class := g.queue[q]
			size := g.classes[class].size
			for g.classes[class].len() > 0 && s.fitsGang(left, size, g.plan.Gang) {
				p := s.take(g, class)
				lacking := g.plan.Gang
				for i := range left {
					for n := left[i].Fits(&s.sizes[size], lacking); n > 0; n-- {
						launches[i] = append(launches[i], launch{pending: p, group: g, size: size, uses: size})
						left[i].Sub(&s.sizes[size])
						lacking--
					}
				}
			}
		}
		g.tidy()
	}
}

func (s *simulation) fitsGang(left []remainder, size int32, gang int) bool {
	for i := range left {
		gang -= left[i].Fits(&s.sizes[size], gang)
		if gang == 0 {
			return true
		}
	}
	return false
}

// waitForGangs begins the wait of a framework that holds offers for gangs, or ends
// it.
func (s *simulation) waitForGangs(fw *framework) {
	switch {
	case len(fw.gathered) == 0:
		fw.waits = false
	case !fw.waits:
		fw.waits = true
		fw.patience++
		patience := fw.patience
		s.events.push(s.now.Add(time.Duration(fw.plan.Patience)), func() {
			if fw.waits && fw.patience == patience {
				s.losePatience(fw)
			}
		})
	}
}

// losePatience refuses all that a framework has held for gangs in vain.
func (s *simulation) losePatience(fw *framework) {
	fw.waits = false
	s.noteStandoff(fw)
	for _, ref := range fw.gathered {
		if s.offerAt(ref) != nil {
			s.decline(ref, fw.plan.Refuse.Unfit)
		}
	}
	fw.gathered = fw.gathered[:0]
}

// gangOf says which gang a task is of.
type gangOf struct {
	group  *group
	number int32
}

func (t *task) gang() gangOf { return gangOf{t.group, t.number} }

// endGangs ends the rest of each gang that has lost a task: the other tasks are of no use without
// it.
func (s *simulation) endGangs(gangs map[gangOf]int32) {
	for slot := range s.tasks {
		t := s.tasks[slot]
		if t.group == nil {
			continue
		}
		if _, ok := gangs[t.gang()]; ok {
			s.giveUp(&t)
			s.endTask(int32(slot), results.TasksLost)
		}
	}
}
