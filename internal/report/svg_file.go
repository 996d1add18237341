package report

import (
	"html"
	"strings"
)

// SVGFileName is a name for the chart's picture, after its title as [Chart.FileName] is.
func (c *Chart) SVGFileName() string { return strings.Join(c.words(), "-") + ".svg" }

// SVGFile draws the chart as a file that stands alone, for pages of others, where
// nothing appears under the pointer. Its colours follow the reader's light or dark setting. The chart is one of a
// page that has passed Check: nothing is checked here.
func (c *Chart) SVGFile() string {
	drawn := c.asDrawn()
	head, rest, _ := strings.Cut(drawn.svg(layoutOf([]Chart{*drawn}), true), ">")
	return strings.Replace(head, "<svg ", `<svg xmlns="http://www.w3.org/2000/svg" `, 1) + ">\n" +
		"<title>" + html.EscapeString(c.Title) + "</title>\n<style>\n" + Style + "</style>\n" +
		`<rect width="100%" height="100%" style="fill: var(--back)"/>` + rest
}
