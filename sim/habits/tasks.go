package habits

import "github.com/apportion/apportion/core/alloc"

// A task is one that was seen, or what is taken for one.
type task struct {
	size       amounts
	start, end alloc.Time // end: never if it has not ended
	gone       alloc.Time // when it was lost, or never
	seen       bool       // its start
	chunk      *chunk
}

// alive reports whether it runs after an instant.
func (t *task) alive(at alloc.Time) bool { return t.start <= at && min(t.end, t.gone) > at }

// livesOf are how long the tasks that began in a stretch took. If none began there, they are what
// is known of the other tasks since the stretch began.
func livesOf(tasks []task, from, to alloc.Time) (lives []life, since bool) {
	for _, since := range []bool{false, true} {
		lives = lives[:0]
		for i := range tasks {
			t := &tasks[i]
			if t.start > to || !since && (!t.seen || t.start < from) || min(t.end, t.gone) < from {
				continue
			}
			end := min(t.end, t.gone, to)
			lives = append(lives, life{float64(end-max(t.start, from)) / 1e9, t.end <= to})
		}
		if len(lives) > 0 {
			return lives, since
		}
	}
	return nil, false
}
