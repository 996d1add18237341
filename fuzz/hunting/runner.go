package hunting

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/apportion/apportion/fuzz/lane"
	"github.com/apportion/apportion/fuzz/tape"
	"github.com/apportion/apportion/history"
)

// A runner is a lane, and what came of it so far.
type runner struct {
	name   string
	share  int                      // of the time
	play   func(r *runner) *finding // for a while
	seed   uint64                   // of the history under way
	game   *lane.Game               // the one under way, nil if none is
	tape   *tape.Tape               // it is recorded on
	corpus *lane.Corpus             // nil if the lane builds upon nothing
	counts lane.Counts
	spent  time.Duration // processor time
}

// A finding is a history that failed.
type finding struct {
	failure error
	keep    func() error // reduces it and writes it down
}

// check is what failed, without the particulars.
func (f *finding) check() string {
	what, _, _ := strings.Cut(f.failure.Error(), ": call")
	return what
}

// openLanes makes the runners of those named.
func (h *hunt) openLanes(names string) error {
	for name := range strings.SplitSeq(names, ",") {
		r := &runner{name: name, seed: h.seed}
		if l := lane.Named(name); l != nil {
			r.share, r.play = l.Share, func(r *runner) *finding { return h.playLane(r, l) }
			if l == &lane.Core {
				var err error
				if r.corpus, err = h.openCorpus(); err != nil {
					return err
				}
				h.compass = lane.NewCompass()
			}
		} else {
			return fmt.Errorf("there is no lane %q", name)
		}
		h.lanes = append(h.lanes, r)
	}
	return nil
}

// turn is how many calls a lane makes in a row, or some histories' if that is less.
const turn = 10_000

// playLane goes on with the history under way, at pace.
func (h *hunt) playLane(r *runner, l *lane.Lane) *finding {
	for left := min(turn, 4*l.Calls); left > 0; {
		if r.game == nil {
			r.open(h, l)
		}
		before := r.game.Counted()
		over, f := r.game.Play(left)
		now := r.game.Counted()
		left -= now.Calls - before.Calls
		r.counts.Add(&now)
		r.counts.Sub(&before)
		if f != nil {
			game := r.game
			return &finding{f, func() error { return h.reduceLane(l, game, f) }}
		}
		if over {
			if r.corpus != nil {
				r.keep(r.game.Fresh())
			}
			r.seed, r.game = r.seed+1, nil
		}
	}
	return nil
}

// open begins the next history of a lane, where it builds upon others at the end of
// one of them.
func (r *runner) open(h *hunt, l *lane.Lane) {
	if r.corpus == nil {
		r.game = l.Open(r.seed, nil, nil)
		return
	}
	if r.tape == nil {
		r.tape = tape.New(nil)
	}
	r.game = l.Open(r.seed, r.corpus.Draw(), r.tape)
	r.game.Follow(h.compass)
}

// keep has histories build upon a tape, if there is one.
func (r *runner) keep(t *tape.Tape) {
	if t != nil {
		r.corpus.Add(t)
	}
}

// reduceLane reduces a tape, and then further with everything asked, if it fails so, too.
func (h *hunt) reduceLane(l *lane.Lane, game *lane.Game, f *lane.Failure) error {
	if game.Tape() == nil {
		game = game.Again()
		for over := false; !over; {
			over, _ = game.Play(turn)
		}
	}
	t := l.Reduce(game.Tape(), game.Seed(), f, h.reducing)
	if g := l.Replay(t, game.Seed(), true); g != nil {
		f = g
	}
	name := fmt.Sprintf("%s-%d", l.Name, game.Seed())
	g := lane.Check(t)
	switch {
	case g == nil:
		fmt.Println("as a history, with everything asked, it does not fail")
		return h.keep(name, t, f)
	case l != &lane.Everything: // it may fail for something else: the tape is kept as well
		if err := lane.WriteFile(filepath.Join(h.dir, name+"-tape.history"), t, f); err != nil {
			return err
		}
		t = lane.Everything.Reduce(t, 1, g, h.reducing)
	}
	return h.keep(name, t, g)
}

// keep writes a reduced history down.
func (h *hunt) keep(name string, t *tape.Tape, failure *lane.Failure) error {
	if g := lane.Check(t); g != nil {
		failure = g
	}
	file := filepath.Join(h.dir, name+".history")
	if err := lane.WriteFile(file, t, failure); err != nil {
		return err
	}
	ops := t.Ops()
	fmt.Printf("reduced to %d operations; to reproduce: go run ./fuzz/hunt %s\n", len(ops), file)
	for _, op := range ops[:min(len(ops), 50)] {
		fmt.Println(history.FormatShort(op))
	}
	return nil
}
