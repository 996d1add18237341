package hunting

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/apportion/apportion/fuzz/check"
	"github.com/apportion/apportion/fuzz/lane"
	"github.com/apportion/apportion/history"
)

// replay checks the histories in files, with everything asked, and as tapes.
func (h *hunt) replay(files []string) (ok bool, err error) {
	count := 0
	for _, file := range files {
		histories, setup, err := check.ReadFile(file)
		if err != nil {
			return false, err
		}
		for i, ops := range histories {
			if err := h.replayOne(file, i+1, ops, setup); err != nil {
				return false, err
			}
		}
		count += len(histories)
	}
	fmt.Printf("%d histories, %d failed\n", count, h.failed)
	return h.failed == 0, nil
}

func (h *hunt) replayOne(file string, i int, ops []history.Op, setup check.Setup) error {
	axes := h.axes(setup)
	if f := check.Replay(ops, setup, axes); f != nil {
		h.failed++
		fmt.Printf("FAILED %s, history %d: %v\n", file, i, f)
		if !h.further {
			return nil
		}
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)) + "-reduced"
		return h.keep(name, check.Reduce(ops, f, setup, axes, h.reducing), setup, f)
	}
	if f := lane.ReplayOps(ops, setup); f != nil {
		h.failed++
		fmt.Printf("FAILED %s, history %d, as a tape: %v\n", file, i, f)
	}
	return nil
}
