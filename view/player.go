package view

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/sorter/policy"
	"github.com/apportion/apportion/view/live"
)

const (
	mostFrames      = 240
	mostFrameBytes  = 256 << 20
	mostOpenFrames  = 4
	firstFrameWidth = alloc.Time(1e9) // of the allocator's clock
)

// Player shows what happened to an allocator: it keeps snapshots of it (frames), evenly
// over the time that has passed, and restores the one that a viewer asks for. Observe comes
// first, then Ask, several at a time.
type Player struct {
	feed     *live.Feed // has the history of all frames
	width    alloc.Time // between frames
	frames   []frame
	policies []policy.Definition // that the frames may name
	bytes    int

	mu   sync.Mutex
	open []*openFrame // the last mostOpenFrames that were restored, the latest last
}

// frame is an allocator at a time.
type frame struct {
	at       alloc.Time
	snapshot []byte // compressed
}

// openFrame is a frame that was restored.
type openFrame struct {
	index     int
	allocator *core.View
	feed      *live.Feed
}

// NewPlayer returns a player without frames. The feed's options are for the history.
func NewPlayer(o live.Options) *Player {
	o.Every = -1
	return &Player{feed: live.NewFeed(o), width: firstFrameWidth}
}

// Observe takes a frame of the allocator, if it is due.
func (p *Player) Observe(a *core.View) error {
	p.beginAnewBefore(a.Now())
	if n := len(p.frames); n > 0 && a.Now() < p.frames[n-1].at+p.width {
		return nil
	}
	return p.take(a)
}

// End takes a frame of the allocator as it is at the end.
func (p *Player) End(a *core.View) error {
	p.beginAnewBefore(a.Now())
	if n := len(p.frames); n > 0 && a.Now() == p.frames[n-1].at {
		p.bytes -= len(p.frames[n-1].snapshot)
		p.frames = p.frames[:n-1]
	}
	return p.take(a)
}

// beginAnewBefore drops all frames where the clock has begun anew, as the history of the charts
// does: a later recording in a folder may be of a host that counts from its own start.
func (p *Player) beginAnewBefore(now alloc.Time) {
	if n := len(p.frames); n > 0 && now < p.frames[n-1].at {
		p.frames, p.open, p.bytes, p.width = nil, nil, 0, firstFrameWidth
	}
}

// Mark notes that something happened, which the charts mark.
func (p *Player) Mark(at alloc.Time, text string) { p.feed.Mark(at, text) }

func (p *Player) take(a *core.View) error {
	if _, err := p.feed.Ask(a, "data?", explain.Hidden{}); err != nil {
		return err
	}
	p.feed.State() // works it out, so that the history has it
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		return err
	}
	if err := errors.Join(a.Snapshot(w), w.Close()); err != nil {
		return err
	}
	p.policies = a.Configuration().Policies
	p.frames = append(p.frames, frame{a.Now(), bytes.Clone(b.Bytes())})
	p.bytes += b.Len()
	for len(p.frames) > mostFrames || p.bytes > mostFrameBytes && len(p.frames) > 2 {
		p.thin()
	}
	return nil
}

// thin drops every second frame, from the second on.
func (p *Player) thin() {
	kept := p.frames[:0]
	for i, x := range p.frames {
		if i%2 == 0 {
			kept = append(kept, x)
		} else {
			p.bytes -= len(x.snapshot)
		}
	}
	clear(p.frames[len(kept):])
	p.frames, p.width = kept, 2*p.width
}

// Ask answers a question of the page at the frame that its parameter at says, the last if
// it says none.
func (p *Player) Ask(question string, hidden explain.Hidden) ([]byte, error) {
	if len(p.frames) == 0 {
		return nil, errors.New("there is nothing to show")
	}
	path, values, err := live.Parse(question)
	if err != nil {
		return nil, err
	}
	index := len(p.frames) - 1
	if at := values.Get("at"); at != "" {
		if index, err = strconv.Atoi(at); err != nil || index < 0 || index >= len(p.frames) {
			return nil, fmt.Errorf("%w: frame %q: there are %d", live.ErrQuestion, at, len(p.frames))
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	x, err := p.openAt(index)
	if err != nil {
		return nil, err
	}
	feed, a := x.feed, x.allocator
	if path == "history" {
		feed, a = p.feed, nil
	}
	ask, err := feed.Ask(a, question, hidden)
	if err != nil {
		return nil, err
	}
	answer, err := ask()
	if err == nil && (path == "data" || path == "state") {
		answer = append(p.appendTimes(answer[:len(answer)-1], index), '}')
	}
	return answer, err
}

// appendTimes appends the frames' times, and the index of the one that is shown, to an
// object.
func (p *Player) appendTimes(dst []byte, index int) []byte {
	dst = fmt.Appendf(dst, `,"player":{"at":%d,"times":[`, index)
	for i, x := range p.frames {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendFloat(dst, float64(x.at)/1e9, 'f', 3, 64)
	}
	return append(dst, "]}"...)
}

// openAt restores a frame, or finds it among those restored last.
func (p *Player) openAt(index int) (*openFrame, error) {
	for _, x := range p.open {
		if x.index == index {
			return x, nil
		}
	}
	r := flate.NewReader(bytes.NewReader(p.frames[index].snapshot))
	a, err := core.Restore(io.NopCloser(r), p.policies...)
	if err != nil {
		return nil, err
	}
	x := &openFrame{index, &a.View, live.NewFeed(live.Options{Every: -1, Run: fmt.Sprintf("frame%d", index)})}
	p.open = append(p.open, x)
	if len(p.open) > mostOpenFrames {
		p.open = append(p.open[:0], p.open[1:]...)
	}
	return x, nil
}
