package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Format is what the JSON of a page begins with, so that it is known for what it
// is.
const Format = "apportion report 1"

// Read reads a page from JSON and checks it. The error says what is wrong, and in
// which line where that is known.
func Read(content []byte) (*Page, error) {
	var document struct {
		Format string `json:"format"`
		Page
	}
	if len(bytes.TrimSpace(content)) == 0 {
		return nil, errors.New("there is nothing in it")
	}
	if first := bytes.TrimSpace(content)[0]; first != '{' && first != '[' {
		return nil, errors.New("this is no file of figures, which is an object of JSON: docs/report.md")
	}
	// A file that is no page gets an error that says so, not one about its fields.
	var head struct {
		Format string `json:"format"`
	}
	if err := json.Unmarshal(content, &head); err != nil {
		return nil, locate(content, err)
	}
	if head.Format != Format {
		return nil, fmt.Errorf("field \"format\" is %q instead of %q", head.Format, Format)
	}
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&document); err != nil {
		return nil, locate(content, err)
	}
	return &document.Page, document.Check()
}

// locate says an error of the JSON decoder in terms of lines.
func locate(content []byte, err error) error {
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("line %d: %w", lineOf(content, e.Offset), err)
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		what := e.Value + " is not what belongs there"
		if e.Field != "" {
			what = fmt.Sprintf("field %q: %s", strings.TrimPrefix(e.Field, "Page."), what)
		}
		if e.Offset == unknown {
			return errors.New(what)
		}
		return fmt.Errorf("line %d: %s", lineOf(content, e.Offset), what)
	}
	return errors.New(strings.TrimPrefix(err.Error(), "json: "))
}

// unknown is an offset that the decoder can't tell.
const unknown = -1

func lineOf(content []byte, offset int64) int {
	return 1 + bytes.Count(content[:min(offset, int64(len(content)))], []byte("\n"))
}
