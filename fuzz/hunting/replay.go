package hunting

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/apportion/apportion/fuzz/lane"
	"github.com/apportion/apportion/internal/must"
)

// replay checks the histories in files in a lane; with everything asked if that is nil.
func (h *hunt) replay(files []string, in *lane.Lane) (ok bool) {
	count := 0
	for _, file := range files {
		tapes := must.Get(lane.ReadFile(file))
		count += len(tapes)
		for i, t := range tapes {
			var f *lane.Failure
			if in == nil {
				f = lane.Check(t)
			} else {
				f = in.Replay(t, h.seed, false)
			}
			if f == nil {
				continue
			}
			h.failed++
			fmt.Printf("FAILED %s, history %d: %v\n", file, i+1, f)
			if !h.further {
				continue
			}
			name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)) + "-reduced"
			h.keep(name, lane.Everything.Reduce(t, 1, f, h.reducing), f)
		}
	}
	fmt.Printf("%d histories, %d failed\n", count, h.failed)
	return h.failed == 0
}
