package report

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumbers(t *testing.T) {
	for want, got := range map[string]string{
		"1,234,567":         Count(1_234_567),
		"-123":              Count(-123),
		"-1,234":            Count(-1234),
		"123":               Digits(123.4),
		"12.3":              Digits(12.34),
		"0.12":              Digits(0.123),
		"9.22e+18":          Digits(9.22e18),
		"15.0 ms":           Duration(15e6),
		"999 ns":            Duration(999),
		"2.50 s":            Duration(2.5e9),
		"9.35 us":           Duration(9354),
		"-2.00 ms":          Duration(-2e6),
		"50,000":            short(50_000),
		"0.00123":           short(0.00123),
		"26.9":              short(26.94),
		"1 us":              WithoutZeros(Duration(1000)),
		"2.5 ms":            WithoutZeros(Duration(2.5e6)),
		"100 ns":            WithoutZeros(Duration(100)),
		"1,000,000,000,000": short(1e12),
	} {
		require.Equal(t, want, got)
	}
}
