package present

import (
	"bytes"
	"encoding/csv"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/wholefile"
	"github.com/apportion/apportion/sim/results"
)

// WritePage writes a page to a folder, named as the scenario, and in a folder below it
// of that name what the page draws, as CSV and SVG, and all figures as CSV. Folders
// are made. Other runs, of other seeds, are on the page as far as they differ.
func WritePage(r *results.Run, folder string, outcomes []results.Outcome, others ...*results.Run) error {
	return must.Catch(func() { writePage(r, folder, outcomes, others) })
}

func writePage(r *results.Run, folder string, outcomes []results.Outcome, others []*results.Run) {
	var page bytes.Buffer
	p := Page(r, outcomes, others...)
	must.Do(p.WriteHTML(&page))
	name := r.Scenario.Name()
	data := filepath.Join(folder, name)
	must.Do(os.MkdirAll(data, 0o777))
	for i := range p.Sections {
		for k := range p.Sections[i].Charts {
			c := &p.Sections[i].Charts[k]
			must.Do(wholefile.Write(filepath.Join(data, c.FileName()), []byte(c.CSV())))
			must.Do(wholefile.Write(filepath.Join(data, c.SVGFileName()), []byte(c.SVGFile())))
		}
	}
	must.Do(wholefile.Write(filepath.Join(data, "figures.csv"), figuresCSV(r)))
	must.Do(wholefile.Write(filepath.Join(folder, name+".html"), page.Bytes()))
}

// figuresCSV is all figures: name, what it is of, value.
func figuresCSV(r *results.Run) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"figure", "of", "value"})
	all := results.AllFigures(r)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		name, of, _ := strings.Cut(key, " of ")
		w.Write([]string{name, of, strconv.FormatFloat(all[key], 'g', -1, 64)})
	}
	w.Flush() // a buffer takes everything
	return b.Bytes()
}
