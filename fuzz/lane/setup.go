package lane

import (
	"time"

	"github.com/apportion/apportion/fuzz/book"
	"github.com/apportion/apportion/fuzz/check"
	"github.com/apportion/apportion/fuzz/draw"
	"github.com/apportion/apportion/fuzz/tape"
	"github.com/apportion/apportion/history"
)

// Setup is what package check has to know to check a tape of the lane as a history.
func (l *Lane) Setup(c *tape.Cast) check.Setup {
	return check.Setup{Options: c.Options, Every: c.Every, AtOnce: c.Step == 0, OnAdvance: true, Faithful: l.faithful, Extremes: c.Extremes, Forget: c.Forget}
}

// ReplayOps carries a history out as a tape with everything asked after every call,
// against the core without shortcuts. A history that is no tape has nothing wrong.
func ReplayOps(ops []history.Op, setup check.Setup) *Failure {
	if !setup.OnAdvance {
		return nil
	}
	t, err := readTape(ops, setup)
	if err != nil {
		return nil
	}
	m := newMatch(t.Cast, book.New(t.Cast), always, []opponent{plain(t.Cast)}, 1)
	return m.play(t)
}

// readTape makes a tape of a history that was one.
func readTape(ops []history.Op, setup check.Setup) (*tape.Tape, error) {
	t, err := tape.Read(ops)
	if err != nil {
		return nil, err
	}
	t.Cast.Options, t.Cast.Every, t.Cast.Extremes = setup.Options, max(1, setup.Every), setup.Extremes
	t.Cast.Forget = setup.Forget
	if !setup.AtOnce {
		t.Cast.Step = halfSecond
	}
	return t, nil
}

// halfSecond is by how much a history's clock moves at once.
const halfSecond = time.Second / 2

// play carries a tape out. What is refused is no failure, but for what goes along
// with it.
func (m *match) play(t *tape.Tape) *Failure { return m.playUnlike(t, -1, draw.Want{}) }

// playUnlike is play, where it is known what is to become of one of the calls.
func (m *match) playUnlike(t *tape.Tape, one int, want draw.Want) *Failure {
	return m.guarded(func() error {
		if err := m.start(); err != nil {
			return err
		}
		for i := range t.Calls {
			w := draw.Want{Either: true}
			if i == one {
				w = want
			}
			if err := m.call(&t.Calls[i], w); err != nil {
				return err
			}
		}
		return m.end()
	})
}
