package api

import (
	"fmt"
	"strings"
)

// EnumText returns the name of an enumeration's value, or its type and number.
func EnumText[E ~uint8](e E, names ...string) string {
	if int(e) < len(names) {
		return names[e]
	}
	return fmt.Sprintf("core%s(%d)", strings.TrimPrefix(fmt.Sprintf("%T", e), "api"), uint8(e))
}
