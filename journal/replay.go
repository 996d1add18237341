package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/sorter/policy"
)

// Replay is a recording that is carried out again. It is good for one Run.
type Replay struct {
	// To is the allocator's time at which to stop, if Until is set: the replay stops before the
	// first call that names a later time. It begins at the last file that begins no later than To.
	To    alloc.Time
	Until bool
	// Progress is called now and then, with how many of all bytes have been replayed.
	Progress func(done, total int64)
	// Observer is told of all that happens, from the first file on, if it is not nil.
	Observer Observer
	// Policies are those of one's own that the recording may name, as in alloc.Options.
	Policies []policy.Definition

	// Allocator is in the state that the replay came to.
	Allocator *core.Allocator
	// What was done.
	Calls, Cycles, Snapshots uint64
	Gaps                     []Gap
	Damages                  []error // *DamageError: what follows up to the next snapshot is missing
	// Unchecked counts the calls that are known to have been recorded, and were not carried out
	// because of Damages. UncheckedCycles counts the cycles among them, as far as they can be read.
	Unchecked, UncheckedCycles uint64
	// BrokenOff says that the replay ended at a damage with nothing readable behind it, before
	// the end or the time that is asked for. The Allocator is as it was then.
	BrokenOff bool
	// Unended are the last files of recordings that do not say that recording was switched off, and
	// are not damaged either. Nobody knows what is missing behind them.
	Unended []Unended

	before   *Unended // the latest file that was read, if it is not ended
	torn     bool     // a damage is behind at, and no snapshot since
	reached  uint64   // while torn: how many calls were recorded, as far as is known
	anew     bool     // another recording begins with the next snapshot
	lastCall string
	cycle    alloc.Cycle
	at       uint64     // number of the next call
	lost     alloc.Time // where there is no Allocator: the time that the latest one had come to
}

// Observer follows a replay.
type Observer interface {
	// Restored is called with an allocator as it was when the recording began, or when it went on
	// after a gap or a damage. Nothing is known of what happened before.
	Restored(a *core.Allocator)
	// Called is called after each call that was not refused. The step is good until Called
	// returns.
	Called(a *core.Allocator, s *Step)
}

// DifferenceObserver is an Observer that is also told, before the replay ends, of the call whose
// answer is not what was recorded, even if the call was refused here.
type DifferenceObserver interface {
	Observer
	Differed(a *core.Allocator, s *Step)
}

// Step is a call that was carried out again.
type Step struct {
	Call   calls.Call
	Result uint64       // what the call returned: an AgentID, a FrameworkID, a RoleID
	Cycle  *alloc.Cycle // of Allocate, if a cycle ran
}

// Difference is a call whose answer is not what was recorded.
type Difference struct {
	File           string
	Number         uint64 // of the call, from 0 when the recording was switched on
	Call           string
	Recorded, Here string
}

// StateDiffers is the Call of a Difference where all answers were the same, but the state at a
// snapshot is not.
const StateDiffers = "state"

func (d *Difference) Error() string {
	return fmt.Sprintf("%s: call %d, %s\n  recorded: %s\n  here:     %s", d.File, d.Number, d.Call, d.Recorded, d.Here)
}

var errStop = errors.New("that is far enough")

// Run carries the recording out, up to the end or the time that is asked for. It ends at the
// first answer or state that differs, with a *Difference. Past a damage or gap it goes on at
// the next snapshot, of the same file or the next, and lists it in Damages or Gaps.
//
// Other errors: *VersionError, *TimeError, ErrNoRecording, those of core.Restore and of the
// file system.
func (p *Replay) Run(rec *Recording) error {
	files := rec.Files
	if p.Until {
		first, err := rec.fileFor(p.To)
		if err != nil {
			return err
		}
		if p.Observer == nil {
			files = files[first:]
		}
	}
	before, total := int64(0), sizeOf(files)
	for _, file := range files {
		open := &Unended{File: file, Offset: int64(headerSize)}
		err := readParts(file, func(x part) error {
			err := p.part(file, x)
			end := endOf(x.kind)
			open = nil
			if x.kind == damagedFrame {
				return err // the damage says it
			} else if end == NotEnded || end == GoesOn && rec.whole {
				open = &Unended{file, x.end, p.at, p.lastCall}
			}
			if p.Progress != nil {
				p.Progress(before+x.end, total)
			}
			return err
		})
		before += sizeOf([]string{file})
		var damage *DamageError
		switch {
		case err == errStop:
			return nil
		case errors.As(err, &damage):
			open = nil // the damage says it
			p.damage(damage, true)
		case rec.isGone(err):
			continue
		case err != nil:
			return err
		}
		p.before = open
	}
	p.leave()
	p.BrokenOff = p.torn
	p.countUncheckedCalls(p.reached)
	if p.Allocator == nil {
		if len(p.Damages) > 0 {
			return fmt.Errorf("%w: %w", ErrNoRecording, p.Damages[0])
		}
		return fmt.Errorf("%w: no snapshot in %s", ErrNoRecording, strings.Join(files, ", "))
	}
	return nil
}

// sizeOf is how many bytes files have.
func sizeOf(files []string) (sum int64) {
	for _, file := range files {
		if info, err := os.Stat(file); err == nil {
			sum += info.Size()
		}
	}
	return sum
}

func (p *Replay) part(file string, x part) error {
	p.reached = max(p.reached, x.calls)
	switch x.kind {
	case damagedFrame:
		p.damage(x.failed, x.first)
	case aboutFrame:
		var a about
		if err := json.Unmarshal(x.content, &a); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if a.Calls == 0 { // another recording begins: of a host that was restarted, for one
			p.anew, p.lastCall = true, ""
			p.leave()
			p.countUncheckedCalls(p.reached)
			p.at, p.reached = 0, 0
		} else if p.Allocator == nil && !p.torn {
			p.at = a.Calls
		}
	case snapshotFrame:
		if p.Allocator != nil && !p.anew && !p.torn && x.calls != p.at {
			p.damage(p.displaced(file, x.calls), false)
		}
		if p.anew || p.torn && x.calls != p.at {
			if err := p.lose(); err != nil {
				return err
			}
		}
		p.countUncheckedCalls(x.calls)
		p.anew = false
		return p.snapshot(file, x)
	case gapFrame:
		p.countUncheckedCalls(x.calls)
		p.Gaps = append(p.Gaps, readGap(x))
		return p.lose()
	case callsFrame:
		if p.Allocator != nil && x.calls != p.at && !p.torn {
			p.damage(p.displaced(file, x.calls), false)
		}
		if p.Allocator == nil || p.anew || x.calls != p.at {
			p.countUnchecked(x)
			return nil
		}
		p.torn = false // it was a snapshot that is damaged, and no call is missing
		return p.calls(file, x)
	}
	return nil
}

// calls makes the calls of a frame again.
func (p *Replay) calls(file string, x part) error {
	var ended error // by a call that was made again
	err := readCalls(x.content, nil, func(c *call) error {
		ended = p.call(file, c)
		return ended
	})
	if err != nil && ended == nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return err
}

// lose gives up the allocator: nothing is known of it before the next snapshot. If the allocator
// has come to the time that is asked for, lose returns errStop instead.
func (p *Replay) lose() error {
	if p.Allocator == nil {
		return nil
	}
	p.lost = p.Allocator.Now()
	if p.Until && p.lost >= p.To {
		return errStop
	}
	p.Allocator = nil
	return nil
}

// snapshot compares the state with the one that was recorded, or begins with that.
func (p *Replay) snapshot(file string, x part) error {
	if p.Until && p.Allocator == nil && x.now > p.To {
		return &TimeError{p.To, p.lost, x.now, true}
	}
	p.Snapshots++
	if p.Allocator == nil {
		a, err := core.Restore(bytes.NewReader(x.content), p.Policies...)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		p.Allocator, p.at = a, x.calls
		if p.Observer != nil {
			p.Observer.Restored(a)
		}
		return nil
	}
	here, _, err := snapshotOf(&p.Allocator.View)
	if err != nil {
		return err
	}
	if !bytes.Equal(here, x.content) {
		was, err := core.Restore(bytes.NewReader(x.content), p.Policies...)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		return &Difference{file, x.calls, StateDiffers, fmt.Sprintf("digest %016x", was.Digest()), fmt.Sprintf("digest %016x", p.Allocator.Digest())}
	}
	p.at = x.calls
	return nil
}

// call makes a call again.
func (p *Replay) call(file string, c *call) error {
	if now, ok := calls.TimeOf(c.Call); ok && p.Until && now > p.To {
		return errStop
	}
	got := c.again(p.Allocator, &p.cycle)
	p.at++
	p.Calls++
	p.lastCall = c.Op().String()
	if c.Op() == calls.OpAllocate {
		p.Cycles++
	}
	if got != c.answer {
		if o, ok := p.Observer.(DifferenceObserver); ok {
			o.Differed(p.Allocator, p.step(c, got))
		}
		return &Difference{file, p.at - 1, calls.Text(c.Call), c.text(c.answer), c.text(got)}
	}
	if p.Observer != nil && c.answer.code == 0 && (c.Op() != calls.OpAllocate || c.answer.ran) {
		p.Observer.Called(p.Allocator, p.step(c, got))
	}
	return nil
}

// step is what an observer is told of a call.
func (p *Replay) step(c *call, got answer) *Step {
	s := &Step{Call: c.Call, Result: got.result}
	if c.Op() == calls.OpAllocate {
		s.Cycle = &p.cycle
	}
	return s
}
