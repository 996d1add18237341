package history

import (
	"bytes"
	"compress/gzip"
	"testing"

	"github.com/stretchr/testify/require"
)

// checkForms holds an operation that was parsed to be the same in both forms.
func checkForms(t *testing.T, op Op) {
	line, err := MarshalStep(Step{Op: op})
	require.NoError(t, err)
	step, err := ParseStep(line)
	require.NoError(t, err, "%s", line)
	require.Equal(t, op, step.Op, "%s", line)

	short := FormatShort(op)
	again, err := ParseShort(short)
	require.NoError(t, err, "%s", short)
	require.Equal(t, op, again, "%s", short)
	require.Equal(t, short, FormatShort(again))
}

// FuzzParseStep throws lines at the reader of JSON: it doesn't break, and what it
// accepts is the same in both forms.
func FuzzParseStep(f *testing.F) {
	for _, form := range forms {
		f.Add([]byte(form.json))
	}
	f.Add([]byte(`{"op":"pause","expect":{"offers":[],"inverse_offers":[],"ok":true,"statuses":[]}}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		step, err := ParseStep(line)
		if err != nil {
			require.IsType(t, &Error{}, err)
			return
		}
		checkForms(t, step.Op)
		if step.Expect == nil {
			return
		}
		again, err := MarshalStep(step)
		require.NoError(t, err)
		other, err := ParseStep(again)
		require.NoError(t, err)
		require.Equal(t, step, other)
		require.NoError(t, Compare(*step.Expect, *other.Expect))
	})
}

// FuzzParseShort does the same with the short form.
func FuzzParseShort(f *testing.F) {
	for _, form := range forms {
		f.Add(form.short)
	}
	f.Fuzz(func(t *testing.T, line string) {
		op, err := ParseShort(line)
		if err != nil {
			require.IsType(t, &Error{}, err)
			return
		}
		checkForms(t, op)
	})
}

// FuzzRead throws files at the reader of traces: it doesn't break, and what it
// accepts is the same when it is written in the short form and read again.
func FuzzRead(f *testing.F) {
	for _, form := range forms {
		f.Add([]byte("initialize t\n# that was it\n\n" + form.short + "\n"))
		f.Add([]byte(`{"op":"initialize","trace":"t"}` + "\n" + form.json + "\r\n"))
	}
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	_, err := z.Write([]byte(`{"op":"initialize","trace":"t"}`))
	require.NoError(f, err)
	require.NoError(f, z.Close())
	f.Add(zipped.Bytes())
	f.Fuzz(func(t *testing.T, content []byte) {
		traces, err := ReadAny(content)
		if err != nil {
			return
		}
		for _, trace := range traces {
			again, err := ReadShort(bytes.NewReader([]byte(FormatLines(trace.Ops()))))
			require.NoError(t, err)
			require.Len(t, again, 1)
			require.Equal(t, FormatLines(trace.Ops()), FormatLines(again[0].Ops()))
			require.Equal(t, trace.Name, again[0].Name)
		}
	})
}
