package history

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
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

func TestTracesSurviveBothForms(t *testing.T) {
	for _, file := range traceFiles(t) {
		linesOf(t, file, func(line []byte) {
			step, err := ParseStep(line)
			require.NoError(t, err)
			again, err := MarshalStep(step)
			require.NoError(t, err)
			require.Equal(t, decoded(t, line), decoded(t, again))

			short := FormatShort(step.Op)
			op, err := ParseShort(short)
			require.NoError(t, err, short)
			require.Equal(t, step.Op, op, short)
			require.NoError(t, Compare(*step.Expect, *step.Expect))
		})
	}
}

func TestReadFindsEveryTrace(t *testing.T) {
	count := 0
	for _, file := range traceFiles(t) {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		traces, err := Read(bytes.NewReader(data))
		require.NoError(t, err)
		for _, trace := range traces {
			require.IsType(t, &Initialize{}, trace.Steps[0].Op)
			require.Equal(t, trace.Name, trace.Steps[0].Op.(*Initialize).Trace)
			var short bytes.Buffer
			short.WriteString("# a comment\n\n" + FormatTrace(trace))
			again, err := ReadShort(&short)
			require.NoError(t, err)
			require.Len(t, again, 1)
			require.Len(t, again[0].Steps, len(trace.Steps))
		}
		count += len(traces)
	}
	require.Equal(t, 430, count)
}
