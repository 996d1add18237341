package container

import (
	"iter"
	"maps"
)

// Index finds something by a key. It is a Go map, which would keep its memory for ever. So Index moves to a
// new one when most keys have gone. The zero value is empty.
type Index[K comparable, V any] struct {
	values map[K]V
	most   int // how many there were since it moved
}

// fewInIndex is how many keys an index has had at most that does not move.
const fewInIndex = 256

// Find returns the value of a key.
func (x *Index[K, V]) Find(key K) (value V, ok bool) {
	value, ok = x.values[key]
	return value, ok
}

// Len returns how many keys there are.
func (x *Index[K, V]) Len() int { return len(x.values) }

// All ranges over the keys and their values, in no order.
func (x *Index[K, V]) All() iter.Seq2[K, V] { return maps.All(x.values) }

// Put enters the value of a key that has none.
func (x *Index[K, V]) Put(key K, value V) {
	if x.values == nil {
		x.values = map[K]V{}
	}
	x.values[key] = value
	x.most = max(x.most, len(x.values))
}

// Remove takes out a key.
func (x *Index[K, V]) Remove(key K) {
	delete(x.values, key)
	if x.most <= fewInIndex || len(x.values) > x.most/4 {
		return
	}
	fewer := make(map[K]V, len(x.values))
	maps.Copy(fewer, x.values)
	x.values, x.most = fewer, len(fewer)
}
