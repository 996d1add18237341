package differential

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/steps"
)

// TestCallsTakeTheStepsThatAreDue hunts in the lane scale with a program that counts steps.
func TestCallsTakeTheStepsThatAreDue(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds core anew")
	}
	program := filepath.Join(t.TempDir(), "hunt")
	build := exec.Command("go", slices.Concat([]string{"build", "-o", program}, steps.Flags("fuzz/hunt"), []string{"../hunt"})...)
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	hunt := exec.Command(program, "-lanes", "scale", "-seed", "5", "-time", "12s", "-processor", "-library", "", "-reduce", "0")
	hunt.Env = append(os.Environ(), "GOCOVERDIR="+t.TempDir())
	out, err = hunt.CombinedOutput()
	require.NoError(t, err, string(out))
	require.Contains(t, string(out), "the steps of calls are counted")
}

// TestWordsOfCosts: what the documentation says of costs is understood.
func TestWordsOfCosts(t *testing.T) {
	sizes := map[string]int{"agents": 1, "frameworks": 10, "roles": 100, "roles of the framework": 1000, "depth": 10_000, "held": 100_000, "refused": 1_000_000, "named": 10_000_000}
	for op, things := range map[sequence.Verb]int{
		calls.OpDeactivateAgent: 0,
		calls.OpSetWhitelist:    10_000_001,
		calls.OpAddAgent:        10_010_000,
		calls.OpSetPolicy:       110,
		calls.OpAddFramework:    126_001,
		calls.OpRemoveAgent:     1_110_000,
	} {
		require.Equal(t, things, promised(op, sizes), op)
	}
}
