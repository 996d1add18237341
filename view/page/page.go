// Package page has the files of the page: HTML, scripts and a style sheet as they are
// served, with nothing to build.
package page

import (
	"embed"
	"path"
)

//go:embed *.html *.js *.css *.svg
var files embed.FS

// Side is the file of a page that has two pages within, side by side.
const Side = "side.html"

// File returns a file by its name and its content type; the empty name is that of the page.
func File(name string) (content []byte, contentType string, ok bool) {
	if name == "" {
		name = "index.html"
	}
	contentType, ok = types[path.Ext(name)]
	if !ok || path.Base(name) != name {
		return nil, "", false
	}
	content, err := files.ReadFile(name)
	return content, contentType, err == nil
}
