package history

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// maxAmount bounds an amount, in thousandths. Up to here a double holds every
// count of thousandths, as Mesos's fixed-point arithmetic needs it.
const maxAmount = 1 << 53

// parseAmount turns a decimal number into thousandths, rounded half away from
// zero, as convertToFixed in Mesos's values.cpp does.
func parseAmount(literal string) (int64, error) {
	v, err := strconv.ParseFloat(literal, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is no number", literal)
	}
	milli := math.Round(v * 1000)
	if v < 0 {
		return 0, fmt.Errorf("amount %s is negative", literal)
	}
	if milli > maxAmount {
		return 0, fmt.Errorf("amount %s is too large", literal)
	}
	return int64(milli), nil
}

// FormatAmount is the decimal number for a count of thousandths, without
// trailing zeros.
func FormatAmount(milli int64) string {
	sign, rest := "", uint64(milli)
	if milli < 0 {
		sign, rest = "-", -rest
	}
	text := sign + strconv.FormatUint(rest/1000, 10)
	if rest%1000 == 0 {
		return text
	}
	return text + strings.TrimRight(fmt.Sprintf(".%03d", rest%1000), "0")
}

// amount is the codec of a scalar, in thousandths.
var amount = codec[int64]{
	readJSON: func(n jsonValue) (int64, error) {
		literal, err := n.number()
		if err != nil {
			return 0, err
		}
		v, err := parseAmount(literal)
		if err != nil {
			return 0, fieldErrorf(n.path, "%v", err)
		}
		return v, nil
	},
	writeJSON: func(v int64) any { return json.Number(FormatAmount(v)) },
	readShort: func(s *scanner) (int64, error) {
		literal, err := s.number()
		if err != nil {
			return 0, err
		}
		v, err := parseAmount(literal)
		if err != nil {
			return 0, s.errorf("%v", err)
		}
		return v, nil
	},
	writeShort: func(p *printer, v int64) { p.WriteString(FormatAmount(v)) },
}

// Quantities are amounts in thousandths by resource name.
type Quantities map[string]int64

// quantities is the codec of Quantities. It keeps entries of zero, since a limit of
// zero is a limit.
var quantities = func() codec[Quantities] {
	m := mapOf(amount, ":")
	return codec[Quantities]{
		readJSON:   func(n jsonValue) (Quantities, error) { return m.readJSON(n) },
		writeJSON:  func(q Quantities) any { return m.writeJSON(q) },
		readShort:  func(s *scanner) (Quantities, error) { return m.readShort(s) },
		writeShort: func(p *printer, q Quantities) { m.writeShort(p, q) },
	}
}()

var quantitiesList = listOf(quantities, square)
