package report

import (
	"math"
	"strconv"
	"strings"
)

// Count writes a whole number with commas.
func Count(n int) string {
	s := strconv.Itoa(n)
	first := 0
	if n < 0 {
		first = 1
	}
	for i := len(s) - 3; i > first; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Counted writes how many there are of something: "1 machine", "2,000 machines".
func Counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return Count(n) + " " + what + "s"
}

// Digits writes three digits, or all that are before the point.
func Digits(v float64) string {
	switch size := math.Abs(v); {
	case size >= 1e15:
		return strconv.FormatFloat(v, 'g', 3, 64)
	case size >= 100:
		return Count(int(math.Round(v)))
	case size >= 10:
		return strconv.FormatFloat(v, 'f', 1, 64)
	default:
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
}

// Duration writes nanoseconds in the unit that suits: "1.20 ms".
func Duration(nanos float64) string {
	for _, u := range []struct {
		name string
		per  float64
	}{{"s", 1e9}, {"ms", 1e6}, {"us", 1e3}} {
		if math.Abs(nanos) >= u.per {
			return Digits(nanos/u.per) + " " + u.name
		}
	}
	return Digits(nanos) + " ns"
}

// short writes a number of which nothing is known: whole ones as they are, others
// in three digits.
func short(v float64) string {
	switch size := math.Abs(v); {
	case v == math.Trunc(v) && size < 1e15:
		return Count(int(v))
	case size < 0.1:
		return strconv.FormatFloat(v, 'g', 3, 64)
	default:
		return Digits(v)
	}
}

// WithoutZeros takes the zeros behind the point away from "1.00 ms".
func WithoutZeros(text string) string {
	number, unit, _ := strings.Cut(text, " ")
	if strings.Contains(number, ".") {
		number = strings.TrimRight(strings.TrimRight(number, "0"), ".")
	}
	if unit == "" {
		return number
	}
	return number + " " + unit
}
