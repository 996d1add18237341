package page

// Header is a header of an HTTP response.
type Header struct{ Name, Value string }

// Headers returns what goes with a file, or for a name that is no file's with an answer to
// a question of the page.
func Headers(name string) []Header {
	_, contentType, ok := File(name)
	kept := "no-cache" // it is asked about each time
	if !ok {
		contentType, kept = "application/json", "no-store"
	}
	return []Header{
		{"Content-Type", contentType},
		{"Cache-Control", kept},
		{"Content-Security-Policy", Policy},
		{"X-Content-Type-Options", "nosniff"},
		{"Referrer-Policy", "no-referrer"},
	}
}
