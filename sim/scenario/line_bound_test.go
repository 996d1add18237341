package scenario

import (
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// endless is a file of one text, again and again.
type endless struct {
	text string
	read int
}

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = e.text[(e.read+i)%len(e.text)]
	}
	e.read += len(p)
	return len(p), nil
}

// TestLineWithoutAnEnd: a quote that is left open, and a line without an end, are an error before
// they take memory, however long the file is.
func TestLineWithoutAnEnd(t *testing.T) {
	swf := &format{swf: true}
	for _, c := range []struct {
		format *format
		begin  string
		text   string
	}{{nil, "a,b\n1,\"", "x\n"}, {nil, "a,b\n", "x"}, {swf, "", "x"}, {swf, "; about it\n", "1 "}} {
		file := &endless{text: c.text}
		lines := c.format.openLines(io.MultiReader(strings.NewReader(c.begin), file))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var err error
		for range 3 {
			if _, err = lines.Read(); err != nil {
				break
			}
		}
		runtime.ReadMemStats(&after)
		require.ErrorIs(t, err, errLongLine)
		require.LessOrEqual(t, file.read, mostOfLine)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(32<<20))
	}
}

// TestManyLongLines: each line has the bound to itself.
func TestManyLongLines(t *testing.T) {
	long := strings.Repeat("x", mostOfLine/2)
	for _, f := range []*format{nil, {swf: true}} {
		lines := f.openLines(strings.NewReader(strings.Repeat(long+"\n", 8)))
		for range 8 {
			line, err := lines.Read()
			require.NoError(t, err)
			require.Equal(t, []string{long}, line)
		}
		_, err := lines.Read()
		require.ErrorIs(t, err, io.EOF)
	}
}
