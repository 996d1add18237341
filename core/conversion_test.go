package core

import (
	"math"
	"testing"

	"github.com/apportion/apportion/quantities"
	"github.com/stretchr/testify/require"
)

// TestConversionsOfLongRanges: of ranges, too, as much comes of a conversion as went
// into it, however long they are.
func TestConversionsOfLongRanges(t *testing.T) {
	s := newSmall(t)
	ids := need(s.InternKind(Kind{Name: "ids", Type: Ranges}))(t)
	reserved := need(s.InternKind(Kind{Name: "ids", Type: Ranges, Reservations: []Reservation{{Type: Dynamic, Role: "web"}}}))(t)
	scalar := need(s.InternKind(Kind{Name: "ids"}))(t)
	all := []Resource{IntervalOf(ids, 0, math.MaxUint64)}
	c := need(s.AddAgent(AgentInfo{ID: "c", Total: append(all, ScalarOf(scalar, 1000))}))(t)
	convert := func(converted ...Resource) error {
		before := s.Digest()
		err := s.UpdateAvailable(c, []Conversion{{Consumed: append(all, ScalarOf(scalar, 1000)), Converted: converted}})
		if err != nil {
			require.Equal(t, before, s.Digest())
		}
		require.NoError(t, s.Validate())
		return err
	}
	require.ErrorIs(t, convert(IntervalOf(reserved, 0, math.MaxUint64-1), ScalarOf(scalar, 1000)), ErrConversion)
	require.ErrorIs(t, convert(IntervalOf(reserved, 0, 1<<41), IntervalOf(reserved, 1<<42, 1<<43), ScalarOf(scalar, 1000)), ErrConversion)
	require.ErrorIs(t, convert(IntervalOf(reserved, 1<<41, math.MaxUint64), ScalarOf(scalar, quantities.MaxAmount)), ErrConversion)
	require.ErrorIs(t, convert(IntervalOf(reserved, 0, math.MaxUint64)), ErrConversion)
	// Two ranges without the number between them, which a scalar makes up for.
	require.NoError(t, convert(IntervalOf(reserved, 0, 1<<62), IntervalOf(reserved, 1<<62+2, math.MaxUint64), ScalarOf(scalar, 2000)))
}
