package driver

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/tested"
)

// TestConformance replays what Mesos's own allocator answered.
func TestConformance(t *testing.T) {
	files, err := filepath.Glob("../../testdata/conformance*/*.jsonl.gz")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		folder, name := filepath.Split(strings.TrimSuffix(file, ".jsonl.gz"))
		t.Run(filepath.Base(folder)+"/"+name, func(t *testing.T) {
			traces, err := history.ReadFile(file)
			require.NoError(t, err)
			require.NotEmpty(t, traces)
			for _, trace := range traces {
				for _, full := range []bool{false, true} {
					err := history.Replay(trace, New(tested.With(core.Options{}, tested.Options{FullPass: full})))
					var m *history.Mismatch
					if errors.As(err, &m) {
						t.Errorf("full pass %v: %v", full, err)
					}
					require.NoError(t, err)
				}
			}
		})
	}
}
