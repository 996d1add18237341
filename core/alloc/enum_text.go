package alloc

import "fmt"

// enumText returns the name of an enumeration's value, or its type and number.
func enumText[E ~uint8 | ~uint32](e E, names ...string) string {
	if int(e) < len(names) {
		return names[e]
	}
	return fmt.Sprintf("%T(%d)", e, uint32(e))
}
