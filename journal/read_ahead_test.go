package journal

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
)

// The calls of a long frame come in several parts, each of which says how many were before,
// and the last one why there are no more.
func TestALongFrameIsReadInParts(t *testing.T) {
	const count = 2*atOnce + 7
	content := append(bytes.Repeat([]byte{byte(calls.OpPause), 0, 0}, count), byte(calls.Ops))
	for _, x := range []struct {
		content []byte
		failed  string
	}{{content[:3*count], ""}, {content, "a call at byte 24597 of its frame"}} {
		var lengths []int
		next := uint64(5)
		require.NoError(t, decoded(part{kind: callsFrame, calls: next, content: x.content}, func(p part) error {
			require.Equal(t, next, p.calls)
			next += uint64(len(p.list))
			lengths = append(lengths, len(p.list))
			if len(lengths) < 3 || x.failed == "" {
				require.NoError(t, p.failed)
			} else {
				require.ErrorContains(t, p.failed, x.failed)
			}
			return nil
		}))
		require.Equal(t, []int{atOnce, atOnce, 7}, lengths)
	}
}

// Whoever has read enough, wherever that is, gets their own error, and the file is closed.
func TestReadingAheadStops(t *testing.T) {
	_, files := small(t)
	parts := 0
	require.NoError(t, readAhead(files[0], func(part) error { parts++; return nil }))
	require.Greater(t, parts, 3)
	enough := errors.New("enough")
	for stop := range parts {
		n := 0
		require.Equal(t, enough, readAhead(files[0], func(part) error {
			n++
			if n > stop {
				return enough
			}
			return nil
		}))
		require.Equal(t, stop+1, n)
	}
	require.ErrorIs(t, readAhead(filepath.Join(t.TempDir(), "gone"), func(part) error { return nil }), os.ErrNotExist)
}

// A frame has been replayed when all its calls have been, however many parts they came in.
func TestProgressIsOfWholeFrames(t *testing.T) {
	dir := t.TempDir()
	w := newWorld(t, Options{Dir: dir})
	for range 2 * atOnce {
		w.Pause()
		w.Resume()
	}
	require.NoError(t, w.Stop())
	require.EqualValues(t, 4*atOnce, replayed(t, dir).Calls)
}
