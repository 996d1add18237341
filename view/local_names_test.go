package view

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLocalNamesOnly: the page of a stranger, whose name leads to this machine, is told nothing.
// bench/cluster/test.sh asks for the same names.
func TestLocalNamesOnly(t *testing.T) {
	page := LocalNamesOnly(http.NotFoundHandler())
	names, err := os.ReadFile("testdata/host_names.txt")
	require.NoError(t, err)
	served, refused := 0, 0
	for line := range strings.Lines("refused\n" + string(names)) { // a request without a host, too
		verdict, host, _ := strings.Cut(strings.TrimSpace(line), " ")
		w := httptest.NewRecorder()
		page.ServeHTTP(w, &http.Request{Host: host})
		if verdict == "served" {
			served++
			require.Equal(t, http.StatusNotFound, w.Code, host)
		} else {
			refused++
			require.Equal(t, "refused", verdict)
			require.Equal(t, http.StatusMisdirectedRequest, w.Code, host)
		}
	}
	require.Greater(t, min(served, refused), 5)
}
