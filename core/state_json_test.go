package core

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStateOfTinyWeightIsJSON: what is divided by a tiny weight is beyond all
// numbers, for which JSON has no word.
func TestStateOfTinyWeightIsJSON(t *testing.T) {
	s := newSmall(t)
	require.NoError(t, s.SetWeights([]RoleWeight{{s.web, math.SmallestNonzeroFloat64}, {s.db, math.SmallestNonzeroFloat64}}))
	require.True(t, json.Valid(s.AppendState(nil)), "%s", s.AppendState(nil))
}
