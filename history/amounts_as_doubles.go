package history

import (
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/apportion/apportion/core/alloc"
)

// asDouble bounds the amounts, in thousandths, that Mesos's doubles give as they
// are.
const asDouble = 1 << 51

// parseAmount turns a decimal number into thousandths, rounded half away from
// zero, as convertToFixed in Mesos's values.cpp does. A larger one than int64
// holds becomes the largest int64, and inexact.
func parseAmount(literal string) (milli int64, exact bool, err error) {
	v, err := strconv.ParseFloat(literal, 64)
	if err != nil && !math.IsInf(v, 0) {
		return 0, false, fmt.Errorf("%q is no number", literal)
	}
	if v < 0 {
		return 0, false, fmt.Errorf("amount %s is negative", literal)
	}
	if rounded := math.Round(v * 1000); rounded <= asDouble {
		return int64(rounded), true, nil
	}
	if v > math.MaxInt64/1000+1 {
		return math.MaxInt64, false, nil
	}
	// A double would no longer tell thousandths apart.
	r, ok := new(big.Rat).SetString(literal)
	if !ok {
		return 0, false, fmt.Errorf("%q is no number", literal)
	}
	r.Add(r.Mul(r, big.NewRat(1000, 1)), big.NewRat(1, 2))
	whole := new(big.Int).Quo(r.Num(), r.Denom())
	if !whole.IsInt64() {
		return math.MaxInt64, false, nil
	}
	return whole.Int64(), true, nil
}

// amount is the codec of a scalar, in thousandths. threshold is the codec of what scalars are
// compared with: there the largest amount stands for all larger ones.
var (
	amount    = number(readNumber(parseCountable, "", ""), formatAmount)
	threshold = number(readNumber(parseThreshold, "", ""), formatAmount)
)

func formatAmount(milli int64) string { return alloc.Amount(milli).String() }

func parseCountable(literal string) (int64, error) {
	v, exact, err := parseAmount(literal)
	if err == nil && !exact {
		err = fmt.Errorf("amount %s is too large", literal)
	}
	return v, err
}

func parseThreshold(literal string) (int64, error) {
	v, _, err := parseAmount(literal)
	return v, err
}

// Quantities are amounts in thousandths by resource name: guarantees, limits or
// minima. Entries of zero are kept, since a limit of zero is a limit.
type Quantities map[string]int64
