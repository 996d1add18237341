package history

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// traceFiles are the recorded traces.
func traceFiles(t testing.TB) []string {
	files, err := filepath.Glob("../testdata/conformance/*.jsonl.gz")
	require.NoError(t, err)
	require.Len(t, files, 20)
	return files
}

// linesOf calls with each line of a gzipped file.
func linesOf(t testing.TB, file string, with func(line []byte)) {
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	in := bufio.NewScanner(z)
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		with(in.Bytes())
	}
	require.NoError(t, in.Err())
}

// decoded is a line as a plain value. Mesos writes an amount as the sum of its
// whole and its fraction, which makes 2.8120000000000003 of 2.812: what is beyond
// a millionth doesn't count.
func decoded(t testing.TB, line []byte) any {
	var v any
	require.NoError(t, json.Unmarshal(line, &v))
	return rounded(v)
}

func rounded(v any) any {
	switch v := v.(type) {
	case float64:
		return math.Round(v*1e6) / 1e6
	case []any:
		for i := range v {
			v[i] = rounded(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = rounded(v[name])
		}
	}
	return v
}

// TestTracesSurviveBothForms: what a line says is the same when it has been read and written, as JSON
// and in the short form, and a file has all traces.
func TestTracesSurviveBothForms(t *testing.T) {
	count := 0
	for _, file := range traceFiles(t) {
		traces, err := ReadFile(file)
		require.NoError(t, err)
		count += len(traces)
		var steps []Step
		for _, trace := range traces {
			require.IsType(t, &Initialize{}, trace.Steps[0].Op)
			require.Equal(t, trace.Name, trace.Steps[0].Op.(*Initialize).Trace)
			again, err := ReadShort(strings.NewReader("# a comment\n\n" + FormatLines(trace.Ops())))
			require.NoError(t, err)
			require.Len(t, again, 1)
			require.Equal(t, trace.Ops(), again[0].Ops())
			steps = append(steps, trace.Steps...)
		}
		linesOf(t, file, func(line []byte) {
			again, err := MarshalStep(steps[0])
			require.NoError(t, err)
			require.Equal(t, decoded(t, line), decoded(t, again))
			require.NoError(t, Compare(*steps[0].Expect, *steps[0].Expect))
			steps = steps[1:]
		})
		require.Empty(t, steps)
	}
	require.Equal(t, 430, count)
}
