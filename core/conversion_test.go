package core

import (
	"math"
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
	"github.com/stretchr/testify/require"
)

// TestConversionsOfLongRanges: of ranges, too, as much comes of a conversion as went
// into it, however long they are.
func TestConversionsOfLongRanges(t *testing.T) {
	s := newSmall(t)
	ids := need(s.InternKind(alloc.Kind{Name: "ids", Type: alloc.Ranges}))(t)
	reserved := need(s.InternKind(alloc.Kind{Name: "ids", Type: alloc.Ranges, Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: "web"}}}))(t)
	scalar := need(s.InternKind(alloc.Kind{Name: "ids"}))(t)
	all := []alloc.Resource{alloc.IntervalOf(ids, 0, math.MaxUint64)}
	c := need(s.AddAgent(alloc.AgentInfo{ID: "c", Total: append(all, alloc.ScalarOf(scalar, 1000))}))(t)
	convert := func(converted ...alloc.Resource) error {
		before := s.Digest()
		err := s.UpdateAvailable(c, []alloc.Conversion{{Consumed: append(all, alloc.ScalarOf(scalar, 1000)), Converted: converted}})
		if err != nil {
			require.Equal(t, before, s.Digest())
		}
		require.NoError(t, s.Validate())
		return err
	}
	require.ErrorIs(t, convert(alloc.IntervalOf(reserved, 0, math.MaxUint64-1), alloc.ScalarOf(scalar, 1000)), alloc.ErrConversion)
	require.ErrorIs(t, convert(alloc.IntervalOf(reserved, 0, 1<<41), alloc.IntervalOf(reserved, 1<<42, 1<<43), alloc.ScalarOf(scalar, 1000)), alloc.ErrConversion)
	require.ErrorIs(t, convert(alloc.IntervalOf(reserved, 1<<41, math.MaxUint64), alloc.ScalarOf(scalar, quantities.MaxAmount)), alloc.ErrConversion)
	require.ErrorIs(t, convert(alloc.IntervalOf(reserved, 0, math.MaxUint64)), alloc.ErrConversion)
	// Two ranges without the number between them, which a scalar makes up for.
	require.NoError(t, convert(alloc.IntervalOf(reserved, 0, 1<<62), alloc.IntervalOf(reserved, 1<<62+2, math.MaxUint64), alloc.ScalarOf(scalar, 2000)))
}
