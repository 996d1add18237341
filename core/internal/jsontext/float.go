package jsontext

import (
	"math"
	"strconv"
)

// Float writes a number for JSON, which has no infinite ones: the share of a
// role with a tiny weight is the largest number instead.
func Float(x float64) string {
	return strconv.FormatFloat(max(-math.MaxFloat64, min(x, math.MaxFloat64)), 'g', -1, 64)
}
