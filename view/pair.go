package view

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/view/live"
	"github.com/apportion/apportion/view/page"
)

// Side is one of two sources that a page shows side by side.
type Side struct {
	Name   string
	Source Source
}

// Pair serves a page that shows two sources side by side, with one slider and one cursor, as
// Handler serves one of them: each has its own page, at 0/ and 1/, which the page has within.
func Pair(sides [2]Side, hidden func(*http.Request) explain.Hidden) http.Handler {
	mux := http.NewServeMux()
	names := []string{sides[0].Name, sides[1].Name}
	for i, prefix := range []string{"/0", "/1"} {
		mux.Handle(prefix+"/", http.StripPrefix(prefix, Handler(sides[i].Source, hidden)))
	}
	mux.Handle("/", Handler(pairSource{names}, hidden))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" || r.URL.Path == "" {
			r = r.Clone(r.Context())
			r.URL.Path = "/" + page.Side
		}
		mux.ServeHTTP(w, r)
	})
}

// pairSource answers what the page asks that has both within: their names.
type pairSource struct{ names []string }

func (p pairSource) Ask(question string, _ explain.Hidden) ([]byte, error) {
	if path, _, _ := strings.Cut(question, "?"); path != "names" {
		return nil, fmt.Errorf("%w: %q is asked at 0/ or 1/, since this page shows two side by side", live.ErrPath, path)
	}
	return json.Marshal(p.names)
}
