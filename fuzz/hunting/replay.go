package hunting

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/apportion/apportion/fuzz/lane"
	"github.com/apportion/apportion/internal/must"
)

// replay checks the histories in files, with everything asked.
func (h *hunt) replay(files []string) (ok bool) {
	count := 0
	for _, file := range files {
		tapes := must.Get(lane.ReadFile(file))
		count += len(tapes)
		for i, t := range tapes {
			f := lane.Check(t)
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
