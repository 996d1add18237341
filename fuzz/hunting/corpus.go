package hunting

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/apportion/apportion/fuzz/lane"
	"github.com/apportion/apportion/internal/must"
)

// The histories to build upon are in two folders: those of the repository, and those
// that scouts found since.
func (h *hunt) folders() []string { return []string{h.corpus, filepath.Join(h.dir, "corpus")} }

func (h *hunt) openCorpus() *lane.Corpus {
	c := lane.NewCorpus(h.seed)
	for _, dir := range h.folders() {
		must.Do(c.Read(dir))
	}
	return c
}

// sendScout has a program hunt that counts what code it reaches, which leaves behind
// what it found to build upon.
func (h *hunt) sendScout(lanes string) {
	if h.scout == "" {
		return
	}
	fmt.Println("scouting, with code counted")
	scout := exec.Command(h.scout, "-time", (h.limit / 8).String(), "-seed", fmt.Sprint(h.seed), "-lanes", lanes,
		"-libraries", "", "-out", h.dir, "-corpus", h.corpus)
	scout.Stdout, scout.Stderr = os.Stdout, os.Stderr
	if err := scout.Run(); err != nil {
		must.Fail("%s: %w", h.scout, err)
	}
	h.limit -= h.limit / 8
	fmt.Println("hunting")
}

// keepCorpus writes down what a scout found.
func (h *hunt) keepCorpus() {
	if h.compass != nil && h.compass.Scouts() {
		must.Do(h.tapes.Write(h.folders()[1]))
	}
}

// minimise cuts the corpus down.
func (h *hunt) minimise(limit time.Duration) {
	c := h.openCorpus()
	before := c.Len()
	must.Do(c.Minimise(limit))
	fmt.Printf("%d histories reach what %d did\n", c.Len(), before)
	for _, dir := range h.folders() {
		must.Do(os.RemoveAll(dir))
	}
	must.Do(c.Write(h.corpus))
}
