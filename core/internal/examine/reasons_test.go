package examine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/explain"
)

// Each reason has a rule, in the order in which a cycle asks.
func TestRulesAreThoseOfTheReasons(t *testing.T) {
	var codes []explain.ReasonCode
	for i := range rules {
		codes = append(codes, rules[i].code)
		require.Equal(t, i, placeOf(rules[i].code))
	}
	require.Equal(t, explain.ReasonCodes(), codes)
	require.Nil(t, rules[len(rules)-1].keeps, "the last is none")
}
