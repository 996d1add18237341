package reproduce

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/linked"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/tested"
)

// An Other is somebody else who carries a history out, and what became of its last call.
// It fails (package must) when the context is over.
type Other struct {
	Name string
	Last func(ctx context.Context, ops []history.Op) Outcome
}

// Outcome is what became of the last call of a history.
type Outcome struct {
	Answer  history.Answer
	Refused error
	Text    string // of both, if that is all that is known
}

const refused = "refused: "

func (o Outcome) String() string {
	switch {
	case o.Text != "":
		return o.Text
	case o.Refused != nil:
		return refused + o.Refused.Error()
	}
	return strings.TrimPrefix(o.Answer.String(), "\n  ")
}

// differs reports whether two outcomes are not the same. The order of offers says
// nothing, nor does the text of a refusal.
func (o Outcome) differs(x Outcome) bool {
	if o.Text != "" || x.Text != "" {
		a, b := o.String(), x.String()
		return a != b && !(strings.HasPrefix(a, refused) && strings.HasPrefix(b, refused))
	}
	if o.Refused != nil || x.Refused != nil {
		return codeOf(o.Refused) != codeOf(x.Refused)
	}
	return history.Compare(o.Answer, x.Answer) != nil
}

func codeOf(err error) alloc.Code {
	var e *alloc.Error
	switch {
	case err == nil:
		return 0
	case errors.As(err, &e):
		return e.Code
	}
	return alloc.CodeInvalid
}

// last carries a history out.
func last(ctx context.Context, d history.Driver, ops []history.Op) (o Outcome) {
	for _, op := range ops {
		must.Do(ctx.Err())
		o.Answer, o.Refused = d.Apply(op)
	}
	return o
}

// here is the allocator as it is.
var here = Other{"here", inProcess(tested.Options{})}

func inProcess(test tested.Options) func(context.Context, []history.Op) Outcome {
	return func(ctx context.Context, ops []history.Op) Outcome {
		return last(ctx, driver.NewOn(func(o alloc.Options) (sequence.Target, error) {
			*tested.Of(&o) = test
			return sequence.OpenCore(o)
		}, alloc.Options{}), ops)
	}
}

// Inside are those in this process who should answer as the allocator does: without its
// shortcuts, and restored from its snapshot before each call.
var Inside = []Other{
	{"visiting every agent", inProcess(tested.Options{FullPass: true})},
	{"sorting all shares at each pick", inProcess(tested.Options{Resort: true})},
	{"restored from its snapshot before each call", restoredEachTime},
}

// mostRestored is how many calls a history may have to be restored before each: a
// snapshot takes longer the more there are.
const mostRestored = 2000

func restoredEachTime(ctx context.Context, ops []history.Op) (o Outcome) {
	if len(ops) > mostRestored {
		return here.Last(ctx, ops)
	}
	var x restored
	d := driver.NewOn(func(o alloc.Options) (_ sequence.Target, err error) {
		x.Allocator, err = core.New(o)
		return &x, err
	}, alloc.Options{})
	for _, op := range ops {
		must.Do(ctx.Err())
		if x.Allocator != nil {
			x.renew()
		}
		o.Answer, o.Refused = d.Apply(op)
	}
	return o
}

// restored is an allocator that another one is put in the place of.
type restored struct{ sequence.Core }

func (x *restored) renew() {
	var snapshot bytes.Buffer
	must.Do(x.Snapshot(&snapshot))
	x.Allocator = must.Get(core.Restore(&snapshot, linked.Policies...))
}

// Program is another version of this command: its replay says what it answers. The file
// is written into folder.
func Program(path, folder string) Other {
	return Other{path, func(ctx context.Context, ops []history.Op) Outcome {
		file := filepath.Join(folder, "tried.history")
		must.Do(os.WriteFile(file, []byte(history.FormatLines(ops)), 0o600))
		return lastSaid(ctx, path, file, ops)
	}}
}

// lastSaid is what a program's replay of a file says of its last line.
func lastSaid(ctx context.Context, path, file string, ops []history.Op) Outcome {
	var complaint bytes.Buffer
	command := exec.CommandContext(ctx, path, "replay", file)
	command.Stderr = &complaint
	said, err := command.Output()
	must.Do(ctx.Err())
	if err != nil {
		must.Fail("%s replay: %w: %s", path, err, strings.TrimSpace(complaint.String()))
	}
	// The output of each line begins with the line; the last one's output is all that follows.
	head := "\n" + history.Step{Line: len(ops), Op: ops[len(ops)-1]}.String() + "\n  "
	at := strings.LastIndex(string(said), head)
	if at < 0 {
		must.Fail("%s replay: says nothing of line %d", path, len(ops))
	}
	return Outcome{Text: strings.TrimRight(string(said[at+len(head):]), "\n")}
}
