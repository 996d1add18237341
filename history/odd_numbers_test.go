package history

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A number that is none, or that nothing can count, is an error that names its place.
func TestOddNumbersAreRefusedByPlace(t *testing.T) {
	total := func(value string) string {
		return `{"op":"add_agent","agent":"a","total":[{"name":"cpus","type":"SCALAR","scalar":{"value":` + value + `}}]}`
	}
	advance := func(seconds string) string { return `{"op":"advance","seconds":` + seconds + `}` }
	for line, want := range map[string]string{
		total("NaN"):       "total[0].scalar.value: not JSON",
		total("Infinity"):  "total[0].scalar.value: not JSON",
		total("-Infinity"): "total[0].scalar.value: not JSON",
		total(`"1"`):       "total[0].scalar.value: want a number, got a string",
		total("null"):      "total[0].scalar.value: want a number, got null",
		total("-0.001"):    "total[0].scalar.value: amount -0.001 is negative",
		total("1e16"):      "total[0].scalar.value: amount 1e16 is too large",
		total("1e999"):     "total[0].scalar.value: amount 1e999 is too large",
		total("-1e999"):    "total[0].scalar.value: amount -1e999 is negative",
		advance("NaN"):     "seconds: not JSON",
		advance("1e999"):   "seconds: number 1e999 is out of range",
		`{"op":"recover","expected_agents":1.5,"quotas":{}}`:                          "expected_agents: want a whole number, got 1.5",
		`{"op":"recover","expected_agents":1e99,"quotas":{}}`:                         "expected_agents: want a whole number, got 1e99",
		`{"op":"update_weights","weights":{"a":-1e999}}`:                              "weights.a: number -1e999 is out of range",
		`{"op":"update_quota","role":"a","guarantees":{"cpus":-1},"limits":{}}`:       "guarantees.cpus: amount -1 is negative",
		`{"op":"update_quota","role":"a","guarantees":{},"limits":{"cpus":Infinity}}`: "limits.cpus: not JSON",
	} {
		_, err := ParseStep([]byte(line))
		require.ErrorContains(t, err, want, line)
	}
}
