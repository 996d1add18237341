package hunting

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/apportion/apportion/fuzz/lane"
)

// The histories to build upon are in two folders: those of the repository, and those
// that scouts found since.
func (h *hunt) folders() []string { return []string{h.corpus, filepath.Join(h.dir, "corpus")} }

func (h *hunt) openCorpus() (*lane.Corpus, error) {
	c := lane.NewCorpus(h.seed)
	for _, dir := range h.folders() {
		if err := c.Read(dir); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// sendScout has a program hunt that counts what code it reaches, which leaves behind
// what it found to build upon.
func (h *hunt) sendScout(lanes string) error {
	if h.scout == "" {
		return nil
	}
	fmt.Println("scouting, with code counted")
	scout := exec.Command(h.scout, "-time", (h.limit / 8).String(), "-seed", fmt.Sprint(h.seed), "-lanes", lanes,
		"-libraries", "", "-out", h.dir, "-corpus", h.corpus)
	scout.Stdout, scout.Stderr = os.Stdout, os.Stderr
	if err := scout.Run(); err != nil {
		return fmt.Errorf("%s: %w", h.scout, err)
	}
	h.limit -= h.limit / 8
	fmt.Println("hunting")
	return nil
}

// keepCorpus writes down what a scout found.
func (h *hunt) keepCorpus() error {
	if h.compass == nil || !h.compass.Scouts() {
		return nil
	}
	return h.tapes.Write(h.folders()[1])
}

// minimise cuts the corpus down.
func (h *hunt) minimise(limit time.Duration) error {
	c, err := h.openCorpus()
	if err != nil {
		return err
	}
	before := c.Len()
	if err := c.Minimise(limit); err != nil {
		return err
	}
	fmt.Printf("%d histories reach what %d did\n", c.Len(), before)
	for _, dir := range h.folders() {
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	return c.Write(h.corpus)
}
