package sim

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Write writes a page to a folder, named as the scenario, and in a folder below it
// of that name what the page draws, as CSV and SVG, and all figures as CSV. Folders
// are made.
func (r *Run) Write(folder string, outcomes []Outcome) error {
	var page bytes.Buffer
	p := r.Page(outcomes)
	if err := p.WriteHTML(&page); err != nil {
		return err
	}
	name := r.Scenario.Name()
	data := filepath.Join(folder, name)
	if err := os.MkdirAll(data, 0o777); err != nil {
		return err
	}
	for i := range p.Sections {
		for k := range p.Sections[i].Charts {
			c := &p.Sections[i].Charts[k]
			if err := os.WriteFile(filepath.Join(data, c.FileName()), []byte(c.CSV()), 0o666); err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(data, c.SVGFileName()), []byte(c.SVGFile()), 0o666); err != nil {
				return err
			}
		}
	}
	if err := os.WriteFile(filepath.Join(data, "figures.csv"), r.figuresCSV(), 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, name+".html"), page.Bytes(), 0o666)
}

// figuresCSV is all figures: name, what it is of, value.
func (r *Run) figuresCSV() []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"figure", "of", "value"})
	all := r.Figures()
	for _, key := range sortedKeys(all) {
		name, of, _ := strings.Cut(key, " of ")
		w.Write([]string{name, of, strconv.FormatFloat(all[key], 'g', -1, 64)})
	}
	w.Flush()
	if err := w.Error(); err != nil {
		panic(fmt.Sprintf("a buffer takes everything: %v", err))
	}
	return b.Bytes()
}
