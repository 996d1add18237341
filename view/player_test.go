package view

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/view/live"
)

// An allocator whose clock begins anew is another one, as of a later recording in a folder: its frames
// are shown, and the earlier ones are not, with which they have no order.
func TestAClockThatBeginsAnew(t *testing.T) {
	p := NewPlayer(live.Options{HistoryStep: time.Millisecond})
	observe := func(seconds int) {
		s := newScene(t, 1)
		for range seconds {
			s.now += alloc.Time(time.Second)
			s.a.Advance(s.now)
			require.NoError(t, p.Observe(&s.a.View))
		}
		require.NoError(t, p.End(&s.a.View))
	}
	observe(300)
	require.Greater(t, p.width, firstFrameWidth)
	earlier := must(p.Ask("data?at=1", explain.Hidden{}))
	observe(10)
	var data struct {
		Now    float64
		Player struct {
			At    int
			Times []float64
		}
	}
	require.NoError(t, json.Unmarshal(must(p.Ask("data?at=1", explain.Hidden{})), &data))
	require.Equal(t, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, data.Player.Times)
	require.Equal(t, 1, data.Player.At)
	require.NotEqual(t, string(earlier), string(must(p.Ask("data?at=1", explain.Hidden{}))), "a frame that was open is another one")
	var history struct{ T []float64 }
	require.NoError(t, json.Unmarshal(must(p.Ask("history?points=100", explain.Hidden{})), &history))
	require.Equal(t, data.Player.Times, history.T)
}
