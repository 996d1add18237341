package model_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/fuzz/model"
	"github.com/apportion/apportion/history"
)

// traces are the recorded traces of all families.
func traces(t testing.TB) []history.Trace {
	all := tracesIn(t, "conformance")
	require.Len(t, all, 430)
	return all
}

// tracesIn are the recorded traces of a folder.
func tracesIn(t testing.TB, folder string) []history.Trace {
	files, err := filepath.Glob(filepath.Join("../../testdata", folder, "*.jsonl.gz"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var all []history.Trace
	for _, file := range files {
		some, err := history.ReadFile(file)
		require.NoError(t, err)
		all = append(all, some...)
	}
	return all
}

func TestModelAnswersAsMesosDid(t *testing.T) {
	for _, trace := range append(traces(t), tracesIn(t, "conformance-more")...) {
		t.Run(trace.Name, func(t *testing.T) {
			require.NoError(t, history.Replay(trace, model.New()))
		})
	}
}
