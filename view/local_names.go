package view

import (
	"fmt"
	"net"
	"net/http"
	"strings"
)

// LocalNamesOnly refuses requests that name another host than this machine. A page that is
// served on this machine alone needs it: a stranger's page, whose name was made to lead here,
// would read what the browser's user may see. The C++ of bench/cluster has the same rule.
func LocalNamesOnly(page http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLocalName(r.Host) {
			fail(w, http.StatusMisdirectedRequest, fmt.Sprintf("this page is served as localhost, not as %q", r.Host))
			return
		}
		page.ServeHTTP(w, r)
	})
}

// isLocalName reports whether what a request has as its host, a port included, is this machine.
func isLocalName(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.EqualFold(host, "localhost") || net.ParseIP(strings.Trim(host, "[]")).IsLoopback()
}
