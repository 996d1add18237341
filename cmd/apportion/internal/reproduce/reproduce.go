package reproduce

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/apportion/apportion/fuzz/reduce"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/must"
)

// Found is a history whose last call has another answer here than with somebody else.
type Found struct {
	Ops  []history.Op
	From int // how many calls it had before it was reduced
	With string
	// Here and There are the outcomes of the last call: in this process, with the other.
	Here, There Outcome
}

// Reduce looks for the first of others who answers the last call otherwise than here, and
// drops what it can of the history so that they still do, for so long at most. It returns
// nil if all answer alike; the error is that of one who could not be asked.
func Reduce(ops []history.Op, others []Other, limit time.Duration) (*Found, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	for _, other := range others {
		f, err := compare(ctx, ops, other)
		if errors.Is(err, context.DeadlineExceeded) {
			return nil, fmt.Errorf("%d calls take longer than %v to be carried out twice, here and %s", len(ops), limit, other.Name)
		}
		if err != nil {
			return nil, err
		}
		if f == nil {
			continue
		}
		f.From = len(ops)
		reduce.While(ops, func(fewer []history.Op) bool {
			g, err := compare(ctx, fewer, other) // who fails for want of what was dropped tells nothing
			if g != nil && err == nil {
				g.From = f.From
				f = g
			}
			return g != nil && err == nil
		}, limit)
		return f, nil
	}
	return nil, nil
}

// compare asks both. It returns nil if they answer the last call alike.
func compare(ctx context.Context, ops []history.Op, other Other) (f *Found, err error) {
	err = must.Catch(func() {
		there, now := other.Last(ctx, ops), here.Last(ctx, ops)
		if now.differs(there) {
			f = &Found{Ops: ops, With: other.Name, Here: now, There: there}
		}
	})
	return f, err
}

// Write writes a history with comments that say what it is for.
func Write(out io.Writer, ops []history.Op, comments ...string) error {
	var text strings.Builder
	for _, comment := range comments {
		for line := range strings.Lines(comment) {
			fmt.Fprintf(&text, "# %s\n", strings.TrimRight(line, "\n"))
		}
	}
	text.WriteString(history.FormatLines(ops))
	_, err := io.WriteString(out, text.String())
	return err
}
