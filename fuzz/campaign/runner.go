package campaign

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/apportion/apportion/fuzz/differential"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/steps"
)

// A runner is a lane, and what came of it so far.
type runner struct {
	*differential.Lane
	share int                 // of the time
	seed  uint64              // of the history under way
	game  *differential.Game  // the one under way, nil if none is
	over  differential.Counts // of those before
	spent time.Duration       // processor time
}

// counts are of all histories so far.
func (r *runner) counts() differential.Counts {
	out := r.over
	if r.game != nil {
		out.Add(&r.game.Counts)
	}
	return out
}

// openLanes makes the runners of those named. The lane scale has more of the time where the
// steps of calls are counted.
func (h *hunt) openLanes(names string) {
	for name := range strings.SplitSeq(names, ",") {
		l := differential.Named(name)
		if l == nil {
			must.Fail("there is no lane %q", name)
		}
		r := &runner{Lane: l, share: l.Share, seed: h.seed}
		if l == &differential.Scale && new(steps.Counter).Counts() {
			r.share *= 4
			fmt.Println("the steps of calls are counted")
		}
		h.lanes = append(h.lanes, r)
	}
}

// turn is how many calls a lane makes in a row, or some histories' if that is less. At scale a
// call may take a second, with all that is asked.
const turn, turnAtScale = 10_000, 20

// play goes on with the history under way, at pace. A history that fails ends the turn.
func (h *hunt) play(r *runner) (*differential.Game, *differential.Failure) {
	left := min(turn, 4*r.Calls)
	if r.Lane == &differential.Scale {
		left = turnAtScale
	}
	for left > 0 {
		if r.game == nil {
			r.game = r.Open(r.seed, nil)
		}
		game, before := r.game, r.game.Counts.Calls
		over, f := game.Play(left)
		left -= game.Counts.Calls - before
		if !over {
			continue
		}
		r.over.Add(&game.Counts)
		r.seed, r.game = r.seed+1, nil
		if f != nil {
			return game, f
		}
	}
	return nil, nil
}

// few are as many calls as everything can be asked of after each, in a cluster of thousands.
const few = 2000

// reduce reduces a sequence, and then further with everything asked, if it fails so, too.
func (h *hunt) reduce(l *differential.Lane, game *differential.Game, f *differential.Failure) {
	game = game.Again()
	for over := false; !over; {
		over, _ = game.Play(turn)
	}
	t := l.Reduce(game.Sequence, game.Seed, f, h.reducing)
	name := fmt.Sprintf("%s-%d", l.Name, game.Seed)
	if l == &differential.Scale && len(t.Calls) > few {
		file := filepath.Join(h.dir, name+".history")
		must.Do(differential.WriteFile(file, t, f))
		fmt.Printf("reduced to %d calls; to reproduce: go run ./fuzz/hunt -lanes %s -seed %d %s\n", len(t.Calls), l.Name, game.Seed, file)
		return
	}
	if g := l.Replay(t, game.Seed, true); g != nil {
		f = g
	}
	g := differential.Check(t)
	switch {
	case g == nil:
		fmt.Println("as a history, with everything asked, it does not fail")
		g = f
	case l != &differential.Everything: // it may fail for something else: the sequence is kept as well
		must.Do(differential.WriteFile(filepath.Join(h.dir, name+"-sequence.history"), t, f))
		t = differential.Everything.Reduce(t, 1, g, h.reducing)
	}
	h.keep(name, t, g)
}

// keep writes a reduced history down.
func (h *hunt) keep(name string, t *sequence.Sequence, failure *differential.Failure) {
	if g := differential.Check(t); g != nil {
		failure = g
	}
	file := filepath.Join(h.dir, name+".history")
	must.Do(differential.WriteFile(file, t, failure))
	ops := t.Ops()
	fmt.Printf("reduced to %d operations; to reproduce: go run ./fuzz/hunt %s\n", len(ops), file)
	for _, op := range ops[:min(len(ops), 50)] {
		fmt.Println(history.FormatShort(op))
	}
}

// replay checks the histories in files in a lane; with everything asked if that is nil.
func (h *hunt) replay(files []string, in *differential.Lane) (ok bool) {
	count := 0
	for _, file := range files {
		sequences := must.Get(differential.ReadFile(file))
		count += len(sequences)
		for i, t := range sequences {
			var f *differential.Failure
			if in == nil {
				f = differential.Check(t)
			} else {
				f = in.Replay(t, h.seed, false)
			}
			if f == nil {
				continue
			}
			h.failed++
			fmt.Printf("FAILED %s, history %d: %v\n", file, i+1, f)
			if !h.further {
				continue
			}
			name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)) + "-reduced"
			h.keep(name, differential.Everything.Reduce(t, 1, f, h.reducing), f)
		}
	}
	fmt.Printf("%d histories, %d failed\n", count, h.failed)
	return h.failed == 0
}
