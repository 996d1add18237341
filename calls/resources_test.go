package calls

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/wire"
)

// What is packed in one piece has the bytes of its values, one after the other, for
// each length of a number and around where it begins.
func TestPackedResourcesAreAsIfWrittenValueByValue(t *testing.T) {
	var around []int64
	for bit := range 63 {
		for d := int64(-1); d <= 1; d++ {
			around = append(around, int64(1)<<bit+d, -(int64(1)<<bit + d))
		}
	}
	around = append(around, 0, math.MaxInt64, math.MinInt64)
	for _, kind := range []alloc.KindID{0, 1, 126, 127, 128, math.MaxUint32} {
		for _, amount := range around {
			for _, interval := range []alloc.Resource{{}, {Begin: 1}, {End: 1}, {Begin: 31000, End: math.MaxUint64}} {
				x := interval
				x.Kind, x.Amount = kind, alloc.Amount(amount)
				list := []alloc.Resource{x, x}
				packed := appendResources([]byte{7}, &list)[1:]
				var w wire.Writer
				w.Uint(3)
				for range list {
					w.Uint(uint64(x.Kind))
					w.Int(int64(x.Amount))
					w.Uint(x.Begin)
					w.Uint(x.End)
				}
				require.Equal(t, w.Buf, packed, "%+v", x)
				r := wire.NewReader(packed, 0)
				var again []alloc.Resource
				readResources(r, &again)
				require.NoError(t, r.Err())
				require.Equal(t, list, again)
			}
		}
	}
}
