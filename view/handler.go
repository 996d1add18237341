package view

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/view/live"
	"github.com/apportion/apportion/view/page"
)

// Source answers the page's questions (live.Feed.Ask), several at a time.
type Source interface {
	Ask(question string, hidden explain.Hidden) ([]byte, error)
}

// Live is an allocator at work. Read calls its argument where the allocator may be read:
// in the thread of its calls, or under a lock that these take. It returns an error where
// that is not possible any more.
type Live struct {
	Feed *live.Feed
	Read func(func(*core.View)) error
}

// Ask answers a question of the page.
func (l *Live) Ask(question string, hidden explain.Hidden) ([]byte, error) {
	var answer live.Answer
	var err error
	if gone := l.Read(func(a *core.View) { answer, err = l.Feed.Ask(a, question, hidden) }); gone != nil {
		return nil, gone
	}
	if err != nil {
		return nil, err
	}
	return answer()
}

// Handler serves the page and answers its questions, at paths relative to where it is:
// it is to be mounted with http.StripPrefix at a path that ends with a slash. hidden says
// what the viewer who asks may not see; nil: everybody may see all.
//
// It only answers GET and HEAD, sets no cookies, and changes nothing.
func Handler(source Source, hidden func(*http.Request) explain.Hidden) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		name := strings.TrimPrefix(r.URL.Path, "/")
		for _, h := range page.Headers(name) {
			header.Set(h.Name, h.Value)
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			header.Set("Allow", "GET, HEAD")
			fail(w, http.StatusMethodNotAllowed, "GET and HEAD only")
			return
		}
		if content, _, ok := page.File(name); ok {
			serveFile(w, r, content)
			return
		}
		var h explain.Hidden
		if hidden != nil {
			h = hidden(r)
		}
		answer, err := source.Ask(name+"?"+r.URL.RawQuery, h)
		switch {
		case errors.Is(err, live.ErrPath), errors.Is(err, live.ErrUnknown):
			fail(w, http.StatusNotFound, err.Error())
		case errors.Is(err, live.ErrQuestion):
			fail(w, http.StatusBadRequest, err.Error())
		case err != nil:
			fail(w, http.StatusServiceUnavailable, err.Error())
		default:
			send(w, r, answer)
		}
	})
}

// serveFile serves a file that the browser keeps and asks about each time. Its tag may come in a
// list, and with a W/ before it from a proxy that packs files.
func serveFile(w http.ResponseWriter, r *http.Request, content []byte) {
	if strings.Contains(r.Header.Get("If-None-Match"), w.Header().Get("ETag")) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	send(w, r, content)
}

func send(w http.ResponseWriter, r *http.Request, content []byte) {
	w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(content) // a viewer who has gone is no fault
	}
}

func fail(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": text})
}
