package assert

import "strings"

func Clone(s string) string { return strings.Clone(s) }

// Must and check assert what the core's own bookkeeping guarantees of the
// sorters.
func Must[T any](v T, err error) T {
	Check(err)
	return v
}

func Check(err error) {
	if err != nil {
		panic("apportion: bookkeeping: " + err.Error())
	}
}

// SetAt stores v at index i of a slice that grows as needed.
func SetAt[T any](s []T, i uint32, v T) []T {
	for int(i) >= len(s) {
		var zero T
		s = append(s, zero)
	}
	s[i] = v
	return s
}

func BoolInt(b bool) int { return int(BoolByte(b)) }

func Deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func BoolByte(v bool) byte {
	if v {
		return 1
	}
	return 0
}
