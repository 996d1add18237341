package scenario

import (
	"fmt"

	"github.com/apportion/apportion/internal/similar"
)

// suggestion names what may have been meant, or lists what there is.
func suggestion(word string, known []string) string {
	if alike := similar.Names(word, known); len(alike) > 0 {
		return fmt.Sprintf("; did you mean %q?", known[alike[0]])
	}
	return fmt.Sprintf("; there are %q", known)
}
