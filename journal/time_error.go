package journal

import (
	"fmt"
	"time"

	"github.com/apportion/apportion/core"
)

// TimeError says that a recording has nothing of a time: it goes From one To another, or
// it is Missing what was between those.
type TimeError struct {
	Asked, From, To core.Time
	Missing         bool
}

func (e *TimeError) Error() string {
	if e.Missing {
		return fmt.Sprintf("the recording has nothing of %s: what was between %s and %s is missing", TimeText(e.Asked), TimeText(e.From), TimeText(e.To))
	}
	return fmt.Sprintf("the recording has nothing of %s: it goes from %s to %s", TimeText(e.Asked), TimeText(e.From), TimeText(e.To))
}

// TimeText is a time for people: a duration since the host's clock began, or a date where
// that is decades ago.
func TimeText(t core.Time) string {
	const decade = 10 * 365 * 24 * time.Hour
	if t > core.Time(decade) {
		return time.Unix(0, int64(t)).UTC().Format(time.RFC3339Nano)
	}
	return time.Duration(t).String()
}
