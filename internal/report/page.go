package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
)

// A Page is what a run or a set of measurements has to show.
type Page struct {
	Title    string    `json:"title"`
	Note     string    `json:"note"`
	Facts    []Fact    `json:"facts"`
	Sections []Section `json:"sections"`
	// Shares, if it is not nil, is drawn as facts and charts of fairness.
	Shares *RoleShares `json:"shares"`
}

// A Fact is a figure or a setting in words.
type Fact struct {
	Name  string `json:"name"` // leading spaces indent it below the one before
	Value string `json:"value"`
}

// A Section is a table, or charts of which those side by side have the same
// measures, or both. Its title may be empty.
type Section struct {
	Title  string  `json:"title"`
	Note   string  `json:"note"`
	Table  Table   `json:"table"`
	Charts []Chart `json:"charts"`
}

// Style is the style sheet that pages and charts are drawn with.
//
//go:embed style.css
var Style string

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// Check says what in a page contradicts itself.
func (p *Page) Check() error {
	if p.Title == "" {
		return fmt.Errorf("the page has no title")
	}
	if err := checkEach("section", p.Sections, (*Section).check, func(s *Section) string { return s.Title }); err != nil {
		return err
	}
	if p.Shares != nil {
		if err := p.Shares.check(); err != nil {
			return fmt.Errorf("shares: %w", err)
		}
	}
	return nil
}

func (s *Section) check() error {
	if err := s.Table.check(); err != nil {
		return fmt.Errorf("table: %w", err)
	}
	return checkEach("chart", s.Charts, (*Chart).check, func(c *Chart) string { return c.Title })
}

// checkEach checks the entries of a list, and says which one is wrong.
func checkEach[E any](what string, list []E, check func(*E) error, name func(*E) string) error {
	for i := range list {
		if err := check(&list[i]); err != nil {
			return fmt.Errorf("%s %d (%q): %w", what, i+1, name(&list[i]), err)
		}
	}
	return nil
}

// The template is given a page whose charts are drawn.
type (
	pageView struct {
		*Page
		Style    template.CSS
		Sections []sectionView
	}
	sectionView struct {
		*Section
		Numeric []bool // columns of the table
		Figures []figureView
	}
	legendView struct {
		Name   string
		Colour template.CSS
	}
	figureView struct {
		*Chart
		Drawing template.HTML
		Data    template.URL
		Has     string // of the figures
		File    string
		Legend  []legendView
	}
)

// WriteHTML writes the page. It fails if the page contradicts itself, before
// anything is written, or if w does.
func (p *Page) WriteHTML(w io.Writer) error {
	if err := p.Check(); err != nil {
		return err
	}
	p = p.withFairness()
	view := pageView{Page: p, Style: template.CSS(Style)}
	for i := range p.Sections {
		s := &p.Sections[i]
		of := sectionView{Section: s, Numeric: s.Table.numeric()}
		drawn := make([]Chart, len(s.Charts))
		for k := range s.Charts {
			drawn[k] = *s.Charts[k].asDrawn()
		}
		shared := layoutOf(drawn)
		for k := range s.Charts {
			c := &s.Charts[k]
			link, has := c.dataLink()
			of.Figures = append(of.Figures, figureView{
				Chart: c, Drawing: template.HTML(drawn[k].svg(shared, false)), Data: template.URL(link), Has: has, File: c.FileName(),
				Legend: drawn[k].legendView(),
			})
		}
		view.Sections = append(view.Sections, of)
	}
	return pageTemplate.Execute(w, view)
}

// legendView has the labels of a chart for a page so narrow that they are out of sight.
func (c *Chart) legendView() (list []legendView) {
	for _, l := range c.labels() {
		list = append(list, legendView{l.text, template.CSS("background: var(--" + l.class + ")")})
	}
	return list
}
