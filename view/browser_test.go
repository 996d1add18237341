package view

import (
	"bytes"
	"context"
	decoder "image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	browserlog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// browsers are the names under which a browser that these tests can drive is found.
var browsers = []string{"chromium", "chromium-browser", "google-chrome"}

// tab is a page in a browser, with what went wrong in it.
type tab struct {
	context.Context
	t      *testing.T
	mu     sync.Mutex
	errors []string
}

// newTab starts a browser with a new profile, or skips the test where there is none.
func newTab(t *testing.T) *tab {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts a browser")
	}
	path := ""
	for _, name := range browsers {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		t.Skipf("no browser is installed (%v): the page is not tested; apt-get install chromium", browsers)
	}
	allocator, stop := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path),
		chromedp.UserDataDir(t.TempDir()), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.Flag("enable-precise-memory-info", true))...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	x := &tab{Context: ctx, t: t}
	require.NoError(t, chromedp.Listen(ctx, func(e any) {
		x.mu.Lock()
		defer x.mu.Unlock()
		switch e := e.(type) {
		case *runtime.EventExceptionThrown:
			text := e.ExceptionDetails.Text
			if e.ExceptionDetails.Exception != nil {
				text += " " + e.ExceptionDetails.Exception.Description
			}
			x.errors = append(x.errors, text)
		case *browserlog.EventEntryAdded:
			if e.Entry.Level == browserlog.EntryLevelError {
				x.errors = append(x.errors, e.Entry.Text+" "+e.Entry.URL)
			}
		}
	}))
	_, err := chromedp.Call(ctx, browserlog.Enable, struct{}{})
	require.NoError(t, err)
	return x
}

func (x *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	x.t.Helper()
	ctx, cancel := context.WithTimeout(x, time.Minute)
	defer cancel()
	require.NoError(x.t, chromedp.Do(ctx, actions...))
}

// size makes the page so large, and dark or light.
func (x *tab) size(width, height int64, scheme string) {
	x.t.Helper()
	x.do(chromedp.EmulateViewport(width, height))
	_, err := chromedp.Call(x, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
	require.NoError(x.t, err)
}

// eval returns what an expression of the page is.
func eval[T any](x *tab, expression string) T {
	x.t.Helper()
	v, err := chromedp.Run(x, chromedp.Evaluate[T](expression))
	require.NoError(x.t, err, expression)
	return v
}

// click clicks on the first element of a selector.
func (x *tab) click(selector string) {
	x.t.Helper()
	x.do(chromedp.Click(chromedp.CSS(selector)))
}

// until waits until an expression is true, for a minute at most: the machine may be busy. A page that is just
// leaving for another address knows nothing.
func (x *tab) until(expression string) {
	x.t.Helper()
	var err error
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		var is bool
		is, err = chromedp.Run(x, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		if err == nil && is {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	x.t.Fatalf("it did not come to be that %s (%v)\n%s\nerrors: %v", expression, err, eval[string](x, "document.body.innerText"), x.errors)
}

// picture writes what is seen to a file, where the environment names a folder for it.
func (x *tab) picture(name string) {
	x.t.Helper()
	folder := os.Getenv("APPORTION_PICTURES")
	if folder == "" {
		return
	}
	time.Sleep(700 * time.Millisecond) // what was drawn last has come to the screen
	png, err := chromedp.Run(x, chromedp.CaptureScreenshot())
	require.NoError(x.t, err)
	picture, err := decoder.Decode(bytes.NewReader(png))
	require.NoError(x.t, err)
	var small bytes.Buffer
	require.NoError(x.t, (&decoder.Encoder{CompressionLevel: decoder.BestCompression}).Encode(&small, picture))
	require.NoError(x.t, os.WriteFile(filepath.Join(folder, "view-"+name+".png"), small.Bytes(), 0o644))
}

// keys presses keys, one after the other.
func (x *tab) keys(keys ...string) {
	x.t.Helper()
	for _, key := range keys {
		x.do(chromedp.KeyEvent(key))
	}
}

// fine fails if anything went wrong in the page.
func (x *tab) fine() {
	x.t.Helper()
	x.mu.Lock()
	defer x.mu.Unlock()
	require.Empty(x.t, x.errors)
}

// serve serves the page, and has the browser open it.
func (x *tab) serve(source Source) {
	x.t.Helper()
	server := httptest.NewServer(http.StripPrefix("/allocator/view", Handler(source, nil)))
	x.t.Cleanup(server.Close)
	x.do(chromedp.Navigate(server.URL + "/allocator/view/"))
	x.until(`document.querySelector("#status.live") && document.querySelector(".chart canvas")`)
}
