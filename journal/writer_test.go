package journal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// Calls that come when the file has been given up are an error, of which a gap is made.
func TestCallsWithoutAFileAreAnError(t *testing.T) {
	a, err := core.New(alloc.Options{})
	require.NoError(t, err)
	state, _, err := snapshotOf(&a.View)
	require.NoError(t, err)
	o := Options{Dir: t.TempDir()}
	require.NoError(t, o.complete())
	first := item{kind: snapshotFrame, content: state}
	w, err := startWriter(&o, &first)
	require.NoError(t, err)
	defer w.close()
	require.NoError(t, w.write(&first))
	frame := item{kind: callsFrame, content: []byte{byte(calls.OpPause), 0, 0}, end: 1}
	require.NoError(t, w.write(&frame))
	require.Equal(t, errBroken, w.failed(errBroken))
	frame.calls, frame.end = 1, 2
	require.Equal(t, errNoFile, w.write(&frame))
	require.EqualValues(t, 1, w.calls)
}
