package main

// longResult is a result that it takes long to make: the state as text, or as bytes. It is kept
// while its reader makes room.
type longResult struct {
	bytes []byte
	call  uint64 // the call that made it, 0 if it has been read
}

// write writes what result appends to a slice, unless the call before has made it. What has been made is kept until it
// has been read whole, or the instance is destroyed. If any call but a reader's (enterReader) came between, it is made
// anew.
func (l *longResult) write(in *instance, out *char, capacity size_t, size *size_t, result func([]byte) []byte) error {
	if l.call == 0 || l.call+1 != in.calls {
		l.bytes = result(l.bytes[:0])
	}
	l.call = in.calls
	err := writeText(out, capacity, size, l.bytes)
	if err == nil {
		*l = longResult{} // it can be large
	}
	return err
}
