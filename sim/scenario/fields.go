package scenario

import (
	"maps"
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

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
