package bench

import (
	"fmt"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// workload is what frameworks of one kind want to run.
type workload struct {
	cpus, mem quantities.Amount // of a task
	tasks     int               // of each framework
	perOffer  int               // at most
}

// runner is a framework and what it has launched.
type runner struct {
	workload
	launched int
}

// multiFrameworkAllocations runs frameworks of three kinds on 80 agents: four with thousands
// of small tasks, five hundred with a few, and fifty with a few large ones. It ends when all
// tasks are launched or after 1000 cycles; Mesos's ends after 30 s, since frameworks without
// tasks left still get offers and starve the five hundred in one role. Mesos's benchmark also
// drops one offer a round, this one none.
func multiFrameworkAllocations(p *phases) {
	const unit = quantities.Unit
	w := NewWorld(alloc.Options{})
	p.stop()
	infos := AgentInfos(80, []alloc.Resource{alloc.ScalarOf(w.CPUs, 64*unit), alloc.ScalarOf(w.Mem, 488_000*unit)})
	p.again()
	arrive(w, p, infos)

	runners := map[alloc.FrameworkID]*runner{}
	want := 0
	add := func(role alloc.RoleID, load workload) {
		w.AddFrameworkOf(FrameworkInfo(FrameworkName(len(w.Frameworks)), role))
		runners[w.Frameworks[len(w.Frameworks)-1]] = &runner{workload: load}
		want += load.tasks
	}
	w.Pause()
	p.time("frameworks", func() {
		for i := range 4 {
			add(must(w.InternRole(fmt.Sprintf("roleA-%d", i+1))), workload{70, 400 * unit, 4000, 100})
		}
		for range 500 {
			add(must(w.InternRole("roleB")), workload{100, 4000 * unit, 5, 1})
		}
		for i := range 50 {
			add(must(w.InternRole(fmt.Sprintf("roleC-%d", i+1))), workload{unit, 1000 * unit, 20, 5})
		}
	})
	w.Resume()

	rounds, launched := 0, 0
	for ; launched < want && rounds < 1_000; rounds++ {
		p.time("cycles", w.Tick)
		p.time("recoveries", func() {
			for i := range w.Cycle.Offers {
				launched += launch(w, runners, &w.Cycle.Offers[i])
			}
		})
	}
	p.b.ReportMetric(float64(rounds), "cycles")
	p.b.ReportMetric(float64(launched), "tasks")
}

// launch starts as many of a framework's tasks as an offer has room for,
// returns the rest of it, and says how many.
func launch(w *World, runners map[alloc.FrameworkID]*runner, o *alloc.Offer) int {
	r := runners[o.Framework]
	n := min(r.perOffer, r.tasks-r.launched)
	offered := w.Cycle.ResourcesOf(o)
	var cpus, mem quantities.Amount
	for _, x := range offered {
		switch x.Kind {
		case w.CPUs:
			cpus = x.Amount
		case w.Mem:
			mem = x.Amount
		}
	}
	n = min(n, int(cpus/r.cpus), int(mem/r.mem))
	r.launched += n
	for i := range offered {
		switch x := &offered[i]; x.Kind {
		case w.CPUs:
			x.Amount -= quantities.Amount(n) * r.cpus
		case w.Mem:
			x.Amount -= quantities.Amount(n) * r.mem
		}
	}
	w.Decline(o, 0)
	return n
}
