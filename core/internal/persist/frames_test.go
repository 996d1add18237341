package persist

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/wire"
)

const records = 1000

// written has a section of many records, and an empty one.
func written(t *testing.T) []byte {
	var out bytes.Buffer
	w := newWriter(&out)
	c := wire.NewEncoder(&w.Writer, w.record)
	w.begin(1)
	persistRecords(c)
	w.end()
	w.begin(2)
	w.end()
	require.NoError(t, w.err)
	return out.Bytes()
}

func read(r io.Reader) error {
	in, err := newReader(r, strings.ToUpper)
	if err != nil {
		return err
	}
	in.begin(1, "texts")
	persistRecords(wire.NewDecoder(in.Reader, in.record))
	in.end()
	if in.Err() != nil {
		return in.failure()
	}
	in.begin(2, "nothing")
	in.end()
	if in.Err() != nil {
		return in.failure()
	}
	return nil
}

// persistRecords is of two names, and of records that are longer and longer.
func persistRecords(c *wire.Codec) {
	names := []string{"a", "b"}
	wire.List(c, &names, "names", c.Text)
	if c.Reads() && !c.Failed() && strings.Join(names, "") != "AB" {
		c.Fail("the names are %q", names)
	}
	for i := range c.Records(records) {
		text := strings.Repeat("x", i)
		wire.Word(c, &text)
		if c.Reads() && !c.Failed() && len(text) != i {
			c.Fail("record %d has %d bytes", i, len(text))
		}
	}
}

// TestRecordsComeBack: a section of 500 kB has several frames, and each record lies in one.
func TestRecordsComeBack(t *testing.T) {
	all := written(t)
	require.NoError(t, read(bytes.NewReader(all)))
	require.NoError(t, read(iotest.HalfReader(bytes.NewReader(all))))
}

// TestDamageIsFound: in the header, at the beginning of frames and within them, and where a
// frame is missing.
func TestDamageIsFound(t *testing.T) {
	all := written(t)
	for _, at := range []int{0, 9, 13, headerSize, headerSize + 3, headerSize + frameStart, worthFrame, 3 * worthFrame, len(all) - frameEnd - frameStart, len(all) - 1} {
		damaged := bytes.Clone(all)
		damaged[at] ^= 0x40
		var where *alloc.SnapshotError
		require.ErrorAs(t, read(bytes.NewReader(damaged)), &where, at)
		require.LessOrEqual(t, where.Offset, int64(len(all)))
	}
	size := frameStart + int(all[headerSize+1]) + int(all[headerSize+2])<<8 + int(all[headerSize+3])<<16 + frameEnd
	missing := append(bytes.Clone(all[:headerSize]), all[headerSize+size:]...)
	require.ErrorContains(t, read(bytes.NewReader(missing)), "offset 16, texts: a frame of ")
}

func TestErrorsOfTheReaderAreKept(t *testing.T) {
	broken := errors.New("broken")
	all := written(t)
	err := read(io.MultiReader(bytes.NewReader(all[:100]), iotest.ErrReader(broken)))
	require.ErrorIs(t, err, broken)
	require.ErrorContains(t, err, "offset 100, texts: broken, within a frame that is of ")
	require.ErrorIs(t, read(bytes.NewReader(all[:headerSize-1])), io.ErrUnexpectedEOF)
}
