package explain

import (
	"fmt"
	"strings"
)

// keyText words what siblings are ordered by under their policy: "share 0.25".
func (s *Standing) keyText() string {
	switch s.Policy.Name() {
	case "drf", "hdrf":
		return fmt.Sprintf("share %.3g", s.Key)
	case "ranked":
		return fmt.Sprintf("rank %.3g and share %.3g", s.Key, s.Second)
	case "decayed":
		return fmt.Sprintf("share %.3g of decayed usage", s.Key)
	case "max_min":
		_, resource, _ := strings.Cut(string(s.Policy), "=")
		return fmt.Sprintf("share %.3g of %s", s.Key, resource)
	case "asset":
		return fmt.Sprintf("sum of shares %.3g", s.Key)
	}
	return fmt.Sprintf("keys %.3g and %.3g of policy %s", s.Key, s.Second, s.Policy)
}
