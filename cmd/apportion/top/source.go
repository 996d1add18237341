package top

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/view"
)

const patience = 8 * time.Second

// mostAnswer bounds an answer in bytes: the state of 100,000 frameworks in two roles each. A test lowers it.
var mostAnswer = 128 << 20

// server is a page that somebody serves: its address, with a slash at the end.
type server string

// IsAddress reports whether a text is the address of a page.
func IsAddress(text string) bool {
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://")
}

// Server asks the server of a page, by the page's address.
func Server(address string) (view.Source, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("%q is no address of a page, such as http://127.0.0.1:5050/allocator/view/", address)
	}
	u.RawQuery, u.Fragment = "", ""
	return server(strings.TrimSuffix(u.String(), "/") + "/"), nil
}

// Ask asks the server, which knows what who asks may not see.
func (s server) Ask(question string, _ explain.Hidden) ([]byte, error) {
	client := http.Client{Timeout: patience}
	response, err := client.Get(string(s) + question)
	if err != nil {
		if wrapped, ok := errors.AsType[*url.Error](err); ok {
			err = wrapped.Err // the address is said elsewhere, and may have a password
		}
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, int64(mostAnswer)+1))
	if err != nil {
		return nil, err
	}
	var said struct{ Error string }
	switch {
	case len(answer) > mostAnswer:
		return nil, fmt.Errorf("the server's answer has more than %d bytes", mostAnswer)
	case response.StatusCode == http.StatusOK:
		return answer, nil
	case response.StatusCode == http.StatusNotFound && question == "state?":
		return nil, errors.New("the server answers 404: this is not the address of a page, which apportion view prints, and which is http://HOST:PORT/allocator/view/ of a master")
	case json.Unmarshal(answer, &said) == nil && said.Error != "":
		return nil, errors.New(clean(said.Error))
	}
	return nil, fmt.Errorf("the server answers %s", response.Status)
}
