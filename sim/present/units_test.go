package present

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestUnitsOfFigures(t *testing.T) {
	require.Equal(t, "wait_p95, starvation: s; share: part of the cluster",
		unitsOf([]string{"wait_p95 of web", "share of web", "starvation", "role", "wait_p95 of batch"}))
}
