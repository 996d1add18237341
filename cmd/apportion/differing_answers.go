package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/apportion/apportion/cmd/apportion/internal/reproduce"
	"github.com/apportion/apportion/cmd/apportion/internal/transcript"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/journal"
)

// differenceFlags say what is to be made of an answer that differs from the recorded one.
type differenceFlags struct {
	against string        // another version of this command
	out     string        // file for the history
	reduce  time.Duration // how long to reduce it
}

// shortEnough is how many lines a history may have to be printed unasked.
const shortEnough = 200

// write writes the history of a recording up to where it differs, as short as it shows
// the difference with somebody. It warns of obstacles and returns no error for them:
// the user knows already that there is a difference.
func (f *differenceFlags) write(out, warnings io.Writer, path, to string, different *journal.Difference) {
	ops, err := historyUpTo(path, to)
	if errors.Is(err, transcript.ErrMiddle) {
		fmt.Fprintf(warnings, "no history shows it, as %s begins when there are frameworks or agents already; replay %s does, which has the state before\n", path, different.File)
		return
	}
	var found *reproduce.Found
	if err == nil && different.Call != journal.StateDiffers {
		found, err = f.search(ops)
	}
	if err != nil {
		fmt.Fprintf(warnings, "the history up to there: %v\n", err)
		if ops == nil {
			return
		}
	}
	comments := []string{different.Error()}
	if found != nil {
		ops = found.Ops
		comments = append(comments,
			fmt.Sprintf("Reduced from %d calls to %d, which show it: the last is answered otherwise by %s.", found.From, len(ops), found.With),
			"here:  "+found.Here.String(), "there: "+found.There.String())
	} else {
		comments = append(comments, "The history up to there, all of it. --against names the program that shows what can be left out.")
	}
	if err := must.Catch(func() { f.print(out, warnings, ops, comments) }); err != nil {
		fmt.Fprintf(warnings, "the history up to there: %v\n", err)
	}
}

// search asks the program that is named, or those inside.
func (f *differenceFlags) search(ops []history.Op) (*reproduce.Found, error) {
	others := reproduce.Inside
	if f.against != "" {
		folder, err := os.MkdirTemp("", "apportion-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(folder)
		others = []reproduce.Other{reproduce.Program(f.against, folder)}
	}
	found, err := reproduce.Reduce(ops, others, f.reduce)
	if err == nil && found == nil && f.against != "" {
		err = fmt.Errorf("%s answers as it is answered here", f.against)
	}
	return found, err
}

// historyUpTo is the history of a recording up to its end, or to where it differs.
func historyUpTo(path, to string) ([]history.Op, error) {
	w := transcript.New()
	_, err := carryOut(path, to, io.Discard, w)
	if _, ok := errors.AsType[*journal.Difference](err); err != nil && !ok {
		return nil, err
	}
	text, err := w.Transcript()
	if err != nil {
		return nil, err
	}
	if len(text.Unsaid) > 0 {
		err = fmt.Errorf("it has no words for this: %s", strings.Join(text.Unsaid, ", "))
	}
	return text.Last(), err
}

func (f *differenceFlags) print(out, warnings io.Writer, ops []history.Op, comments []string) {
	switch {
	case f.out != "":
		file := must.Get(os.OpenFile(f.out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600))
		err := errors.Join(reproduce.Write(file, ops, comments...), file.Close())
		if err != nil {
			err = errors.Join(err, os.Remove(f.out)) // half of a history is none
		}
		must.Do(err)
		fmt.Fprintf(out, "history of %d calls: %s\n", len(ops), f.out)
	case len(ops) > shortEnough:
		fmt.Fprintf(warnings, "the history up to there has %d calls: --out FILE writes it\n", len(ops))
	default:
		fmt.Fprintln(out)
		must.Do(reproduce.Write(out, ops, comments...))
	}
}
