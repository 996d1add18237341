package scenario

import (
	"fmt"
	"reflect"
	"slices"
)

// fieldOf is the index of the field that is written with that key.
func fieldOf(t reflect.Type, key string) (int, bool) {
	for i := range t.NumField() {
		if t.Field(i).Tag.Get("key") == key && key != "" {
			return i, true
		}
	}
	return 0, false
}

// keysOf are the keys of a struct, in the order in which they are declared.
func keysOf(t reflect.Type) []string {
	var keys []string
	for i := range t.NumField() {
		if key := t.Field(i).Tag.Get("key"); key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}

// suggestion names what may have been meant, or lists what there is.
func suggestion(word string, known []string) string {
	best, nearest := 0, len(word)/2+1
	for i, k := range known {
		if far := distance(word, k); far < nearest {
			best, nearest = i, far
		}
	}
	if nearest <= len(word)/2 {
		return fmt.Sprintf("; did you mean %q?", known[best])
	}
	return fmt.Sprintf("; there are %q", known)
}

// distance is how many letters have to be put in, taken out or replaced to turn one
// word into the other.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := slices.Clone(row)
		row[0] = i + 1
		for j := range len(b) {
			replace := before[j]
			if a[i] != b[j] {
				replace++
			}
			row[j+1] = min(replace, before[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
