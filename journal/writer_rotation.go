package journal

// mustRotate reports whether a snapshot, which is packed, has to begin a new file: there is no
// file, or it is large.
func (w *writer) mustRotate() bool {
	return w.file == nil || w.current().size > w.share() || w.current().size+int64(frameStart+len(w.packed)) > w.half()
}

// share is how many bytes a file may have before the next snapshot begins a new file.
func (w *writer) share() int64 { return max(w.options.Bytes/8, 1) }

// half bounds the size of a file without its last frame: half + ending = Bytes/2. So a file and the
// next one together stay within Bytes.
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
