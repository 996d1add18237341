package view

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/view/page"
)

// pageFiles are the names of all files in the folder of the page that are no Go.
func pageFiles(t *testing.T) (names []string) {
	entries, err := os.ReadDir("page")
	require.NoError(t, err)
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".go" {
			names = append(names, e.Name())
		}
	}
	require.NotEmpty(t, names)
	return names
}

func TestHandler(t *testing.T) {
	s := newScene(t, 10)
	s.step(time.Minute)
	hidden := func(r *http.Request) explain.Hidden {
		if r.Header.Get("Authorization") == "" {
			return explain.Hidden{Role: func(alloc.RoleID) bool { return true }, Framework: func(alloc.FrameworkID) bool { return true }}
		}
		return explain.Hidden{}
	}
	handler := Handler(s, hidden)
	get := func(method, target string, header ...string) *httptest.ResponseRecorder {
		w, r := httptest.NewRecorder(), httptest.NewRequest(method, target, nil)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		handler.ServeHTTP(w, r)
		require.Equal(t, page.Policy, w.Header().Get("Content-Security-Policy"))
		require.Equal(t, "nosniff", w.Header().Get("X-Content-Type-Options"))
		require.Empty(t, w.Header().Get("Set-Cookie"))
		return w
	}
	for _, name := range append(pageFiles(t), "") {
		w := get("GET", "/"+name)
		require.Equal(t, http.StatusOK, w.Code, name)
		require.NotContains(t, w.Body.String(), "innerHTML", "names would be markup")
		require.NotContains(t, strings.ReplaceAll(w.Body.String(), "http://www.w3.org/2000/svg", ""), "://", "all that the page needs is here")
		tag := w.Header().Get("ETag")
		for known, status := range map[string]int{
			tag: http.StatusNotModified, `"0", W/` + tag: http.StatusNotModified, `"0"`: http.StatusOK, "": http.StatusOK,
		} {
			require.Equal(t, status, get("GET", "/"+name, "If-None-Match", known).Code, known)
		}
	}
	w := get("GET", "/data", "Authorization", "somebody")
	require.Equal(t, "application/json", w.Header().Get("Content-Type"))
	require.Contains(t, w.Body.String(), "search/index")
	require.NotContains(t, get("GET", "/data").Body.String(), "search")
	require.Zero(t, get("HEAD", "/data").Body.Len())
	require.Equal(t, http.StatusNotFound, get("GET", "/explain?role=search").Code)
	for _, path := range []string{"/../page.go", "/favicon.ico", "/nothing", "/data/", "/explain/x"} {
		require.Equal(t, http.StatusNotFound, get("GET", path).Code, path)
	}
	for _, question := range []string{"/explain", "/history?points=x", "/data?%zz"} {
		require.Equal(t, http.StatusBadRequest, get("GET", question).Code, question)
	}
	require.Equal(t, http.StatusMethodNotAllowed, get("POST", "/data").Code)
	s.set(http.ErrServerClosed, 0)
	gone := get("GET", "/data")
	require.Equal(t, http.StatusServiceUnavailable, gone.Code)
	require.True(t, strings.Contains(gone.Body.String(), "Server closed"))
}
