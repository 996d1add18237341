package history

import (
	"strconv"
	"strings"
)

// A printer writes the texts of the short form (FormatShort in short_form.go).
type printer struct{ strings.Builder }

func (p *printer) name(text string) {
	for i := range len(text) {
		if !isBare(text[i]) {
			p.WriteString(strconv.Quote(text))
			return
		}
	}
	if text == "" {
		text = `""`
	}
	p.WriteString(text)
}

// list writes n things between open and close, with sep between them.
func (p *printer) list(open, sep, end string, n int, one func(i int)) {
	p.WriteString(open)
	for i := range n {
		if i > 0 {
			p.WriteString(sep)
		}
		one(i)
	}
	p.WriteString(end)
}
