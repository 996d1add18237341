package sim

import (
	"fmt"
	"strings"

	"github.com/apportion/apportion/core/alloc"
)

// idOf is the id by which the core knows a machine or a framework of any name: what ids
// may not hold is escaped, as in addresses of pages.
func idOf(name string) string {
	if name == "." || name == ".." {
		return strings.ReplaceAll(name, ".", "%2E")
	}
	var b strings.Builder
	for i := range len(name) {
		switch c := name[i]; {
		case c < 0x20, c == 0x7F, c == '/', c == '\\', c == '%':
			fmt.Fprintf(&b, "%%%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	id := b.String()
	if len(id) > alloc.MaxIDLength {
		hash := fmt.Sprintf("%%%016x", hashOf(name))
		id = id[:alloc.MaxIDLength-len(hash)] + hash
	}
	return id
}
