package main

import "github.com/apportion/apportion/core/alloc"

// writeText writes a text of unknown size.
func writeText[S string | []byte](p *char, capacity size_t, size *size_t, s S) error {
	var r reader
	copy(resultSlice[byte](&r, p, capacity, size, len(s)), s)
	return r.err
}

// writeRows writes rows that have the layout of the caller's.
func writeRows[E, T any](p *T, capacity size_t, count *size_t, rows []E) error {
	var r reader
	copy(resultSlice[E](&r, p, capacity, count, len(rows)), rows)
	return r.err
}

// writeEach writes rows of another layout than the caller's, of which one makes each.
func writeEach[E, T any](p *T, capacity size_t, count *size_t, rows []E, one func(*E) T) error {
	var r reader
	out := resultSlice[T](&r, p, capacity, count, len(rows))
	for i := range out {
		out[i] = one(&rows[i])
	}
	return r.err
}

// writeResources writes resources, which have no field in the core where the caller's have
// one that is 0. It does without writeEach's call for each row: no result has more rows.
func writeResources(p *apportion_resource, capacity size_t, count *size_t, rows []alloc.Resource) error {
	var r reader
	out := resultSlice[apportion_resource](&r, p, capacity, count, len(rows))
	for i := range out {
		from, to := &rows[i], &out[i]
		to.kind = apportion_kind{uint32_t(from.Kind)}
		to.reserved = 0
		to.amount = int64_t(from.Amount)
		to.begin = uint64_t(from.Begin)
		to.end = uint64_t(from.End)
	}
	return r.err
}

// write writes a result of fixed size, whose pointer was checked before.
func write[T any](p *T, v T, err error) error {
	if err == nil {
		*p = v
	}
	return err
}

func flag(on bool) int32_t {
	if on {
		return 1
	}
	return 0
}
