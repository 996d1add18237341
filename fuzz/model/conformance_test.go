package model_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/fuzz/model"
	"github.com/apportion/apportion/history"
)

func TestModelAnswersAsMesosDid(t *testing.T) {
	files, err := filepath.Glob("../../testdata/conformance*/*.jsonl.gz")
	require.NoError(t, err)
	var traces []history.Trace
	for _, file := range files {
		more, err := history.ReadFile(file)
		require.NoError(t, err)
		traces = append(traces, more...)
	}
	require.GreaterOrEqual(t, len(traces), 430+414, "traces, with those of conformance-more")
	for _, trace := range traces {
		t.Run(trace.Name, func(t *testing.T) {
			m := model.New()
			m.MesosShuffles = true
			require.NoError(t, history.Replay(trace, m))
		})
	}
}
