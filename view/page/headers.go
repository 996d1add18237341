package page

import (
	"hash/crc32"
	"strconv"
)

// types are the content types of files, by extension.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".svg":  "image/svg+xml",
}

// Policy is the content security policy that the files are served with: all that the page
// needs comes from where it comes from, and nothing is inline.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

// Header is a header of an HTTP response.
type Header struct{ Name, Value string }

// Headers returns what goes with a file, or for a name that is no file's with an answer to
// a question of the page. Of a file the last is its ETag: who names it in If-None-Match has the
// file already, and is answered 304.
func Headers(name string) []Header {
	content, contentType, ok := File(name)
	kept := "no-cache" // it is asked about each time
	if !ok {
		contentType, kept = "application/json", "no-store"
	}
	list := []Header{
		{"Content-Type", contentType},
		{"Cache-Control", kept},
		{"Content-Security-Policy", Policy},
		{"X-Content-Type-Options", "nosniff"},
		{"Referrer-Policy", "no-referrer"},
	}
	if ok {
		list = append(list, Header{"ETag", `"` + strconv.FormatUint(uint64(crc32.ChecksumIEEE(content)), 16) + `"`})
	}
	return list
}
