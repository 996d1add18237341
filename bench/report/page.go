package main

import (
	"bytes"
	_ "embed"
	"html/template"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// renderPage makes a page that needs nothing else.
func renderPage(res *results, sections []section) ([]byte, error) {
	type figure struct {
		Title   string
		Drawing template.HTML
	}
	data := struct {
		Config   []setting
		Sections []section
		Figures  []figure
	}{Config: res.config, Sections: sections}
	for _, c := range chartsOf(res) {
		data.Figures = append(data.Figures, figure{c.title, template.HTML(c.svg())})
	}
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, data)
	return b.Bytes(), err
}
