package quantities

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// Amount is a scalar quantity in thousandths of a unit: 1500 is 1.5 cpus.
//
// Mesos rounds every scalar that takes part in arithmetic to three decimals
// (src/common/values.cpp); counting the thousandths gives the same results
// without the rounding.
type Amount int64

// Unit is the number of thousandths in one unit.
const Unit Amount = 1000

// MaxAmount is about 2.25 trillion units. Up to here a double holds every count of
// thousandths, and units with their three decimals come back as they were, so that
// Mesos's rounding changes nothing: what is read from doubles or text is at most this.
const MaxAmount Amount = 1<<51 - 1

// MaxSum is the largest amount that can be counted, about 9.2e15 units; a resource or a limit may be as large. A call
// is refused if agents' totals and what is held would come to more. Sums of guarantees may, and are kept wider or cut.
//
// DIVERGES: sums are exact up to here. Mesos's doubles round beyond 2^53 thousandths.
const MaxSum Amount = math.MaxInt64

// Reasons for which a number is not an amount; wrapped in an [AmountError].
var (
	ErrNotANumber = errors.New("not a number")
	ErrOutOfRange = errors.New("out of range")
	ErrSyntax     = errors.New("not a decimal number")
)

// AmountError tells which input is not an amount, and why.
type AmountError struct {
	Input string // as the caller gave it
	Err   error  // ErrNotANumber, ErrOutOfRange or ErrSyntax
}

func (e *AmountError) Error() string {
	return fmt.Sprintf("amount %q: %v", e.Input, e.Err)
}

func (e *AmountError) Unwrap() error { return e.Err }

// FromFloat converts units to an amount, rounding half away from zero as C's
// llround(x * 1000) does. NaN gives ErrNotANumber; an infinity, or a magnitude
// beyond MaxAmount, gives ErrOutOfRange.
func FromFloat(x float64) (Amount, error) {
	if math.IsNaN(x) {
		return 0, &AmountError{Input: "NaN", Err: ErrNotANumber}
	}
	rounded := math.Round(x * 1000)
	if math.Abs(rounded) > float64(MaxAmount) {
		return 0, &AmountError{Input: strconv.FormatFloat(x, 'g', -1, 64), Err: ErrOutOfRange}
	}
	return Amount(rounded), nil
}

// Float returns the amount in units. As Mesos does (convertToFloating in
// src/common/values.cpp), it converts quotient and remainder separately: shares that are
// equal there must be equal here to the bit.
func (a Amount) Float() float64 {
	whole, rest := a/Unit, a%Unit
	if rest == 0 {
		return float64(whole) // most amounts: saves a division
	}
	return float64(whole) + float64(rest)/1000.0
}

// String returns the shortest decimal that denotes the amount: "1.5", "4",
// "-0.001".
func (a Amount) String() string {
	var buf [24]byte
	return string(a.Append(buf[:0]))
}

// Append appends what String returns to dst.
func (a Amount) Append(dst []byte) []byte {
	magnitude := uint64(a)
	if a < 0 {
		dst = append(dst, '-')
		magnitude = -magnitude
	}
	dst = strconv.AppendUint(dst, magnitude/1000, 10)
	thousandths := magnitude % 1000
	if thousandths == 0 {
		return dst
	}
	dst = append(dst, '.', byte('0'+thousandths/100), byte('0'+thousandths/10%10), byte('0'+thousandths%10))
	for dst[len(dst)-1] == '0' {
		dst = dst[:len(dst)-1]
	}
	return dst
}

// ParseAmount reads [sign] digits [. digits], at least one digit in all, and rounds beyond
// the third decimal, half away from zero. Other text gives ErrSyntax, a magnitude beyond
// MaxAmount ErrOutOfRange.
func ParseAmount(s string) (Amount, error) {
	rest := s
	negative := false
	if rest != "" && (rest[0] == '-' || rest[0] == '+') {
		negative = rest[0] == '-'
		rest = rest[1:]
	}

	var magnitude Amount
	digits, decimals := 0, -1 // decimals: -1 before the point
	tooLarge := false
	for i := 0; i < len(rest); i++ {
		c := rest[i]
		if c == '.' && decimals < 0 {
			decimals = 0
			continue
		}
		if c < '0' || c > '9' {
			return 0, &AmountError{Input: s, Err: ErrSyntax}
		}
		digits++
		if decimals >= 0 {
			decimals++
		}
		switch {
		case decimals <= 3:
			magnitude = magnitude*10 + Amount(c-'0')
		case decimals == 4 && c >= '5':
			magnitude++
		}
		if magnitude > MaxAmount {
			tooLarge = true
			magnitude = 0 // the text is still to be checked for its syntax
		}
	}
	if digits == 0 {
		return 0, &AmountError{Input: s, Err: ErrSyntax}
	}

	for decimals = max(decimals, 0); decimals < 3; decimals++ {
		magnitude *= 10
	}
	if tooLarge || magnitude > MaxAmount {
		return 0, &AmountError{Input: s, Err: ErrOutOfRange}
	}
	if negative {
		magnitude = -magnitude
	}
	return magnitude, nil
}
