package journal

// mustRotate reports whether a snapshot, which is packed, begins a file of its own: there is none,
// or the current one is large.
func (w *writer) mustRotate() bool {
	return w.file == nil || w.current().size > w.share() || w.current().size+int64(frameStart+len(w.packed)) > w.half()
}

// share is how many bytes a file may have before a snapshot begins the next one.
func (w *writer) share() int64 { return max(w.options.Bytes/8, 1) }

// half bounds a file without its last frame: half + ending = Bytes/2. So the file and the next
// one fit into the bound together.
func (w *writer) half() int64 { return w.options.Bytes/2 - ending }

// rotate begins a file with a snapshot, which is packed.
func (w *writer) rotate(x *item) error {
	if err := w.awaitSync(); err != nil {
		return err
	}
	w.finish()
	if err := w.begin(x.calls); err != nil {
		return err
	}
	return w.fill(x)
}
