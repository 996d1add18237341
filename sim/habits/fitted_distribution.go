package habits

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// mostValues bounds how many values a distribution lists.
const mostValues = 20

// distributionOf writes numbers as a distribution. If all numbers are the same, it is that number.
// Otherwise it is values of equal probability: the sorted numbers are cut into equal parts, and each
// value is the mean of a part.
func distributionOf(list []float64, text func(float64) string) string {
	list = slices.Sorted(slices.Values(list))
	if list[0] == list[len(list)-1] {
		return text(list[0])
	}
	n := min(len(list), mostValues)
	values := make([]float64, n)
	for i := range n {
		values[i] = meanOf(list, float64(i)/float64(n), float64(i+1)/float64(n))
	}
	return valuesText(values, text)
}

func valuesText(values []float64, text func(float64) string) string {
	return "{values: " + inBrackets("[]", values, text) + "}"
}

// meanOf is the mean of a part of a sorted list: from and to are fractions of its length.
func meanOf(list []float64, from, to float64) float64 {
	n := float64(len(list))
	sum := 0.0
	for i := int(from * n); i < len(list) && float64(i) < to*n; i++ {
		sum += list[i] * (min(float64(i+1), to*n) - max(float64(i), from*n))
	}
	return sum / ((to - from) * n)
}

// seconds writes a time, to the millisecond.
func seconds(x float64) string {
	return strconv.FormatFloat(math.Round(x*1000)/1000, 'f', -1, 64) + "s"
}

// atLeastOneMilli is seconds for times that are never 0.
func atLeastOneMilli(x float64) string { return seconds(max(x, 1e-3)) }

func count(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) }

// exponential writes times of which nothing is known but their mean.
func exponential(mean float64) string {
	return fmt.Sprintf("{exponential: %s}", atLeastOneMilli(mean))
}
