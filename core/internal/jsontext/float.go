package jsontext

import (
	"math"
	"strconv"
)

// Float is FormatFloat for JSON, which has no infinite numbers: the share of a
// role with a tiny weight is the largest number instead.
func Float(x float64) string {
	return FormatFloat(max(-math.MaxFloat64, min(x, math.MaxFloat64)))
}

func FormatFloat(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
