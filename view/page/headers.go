package page

import (
	"hash/crc32"
	"strconv"
)

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
