package journal

import "os"

// sync has the file system keep what was written, without waiting: a disk may take its time, and
// what is written outlives the process anyway. If the sync before failed, or the file is gone, the
// file is given up.
func (w *writer) sync() error {
	select {
	case err := <-w.syncing: // never, while there is none
		if err := w.synced(err); err != nil {
			return err
		}
	default:
	}
	if !w.dirty || w.file == nil || w.syncing != nil {
		return nil
	}
	w.dirty = false
	done, file, path := make(chan error, 1), w.file, w.name()
	w.syncing = done
	go func() {
		err := file.Sync()
		if err == nil {
			_, err = os.Lstat(path)
		}
		done <- err
	}()
	return nil
}

// awaitSync waits for the sync under way, if there is one. If that sync failed, the file is given
// up.
func (w *writer) awaitSync() error {
	if w.syncing == nil {
		return nil
	}
	return w.synced(<-w.syncing)
}

// synced is told what the sync under way came to.
func (w *writer) synced(err error) error {
	w.syncing = nil
	if err != nil {
		return w.failed(err)
	}
	return nil
}
