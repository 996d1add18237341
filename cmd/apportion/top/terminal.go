package top

import (
	"context"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/term"
)

// Terminal is where it is shown.
type Terminal struct {
	In, Out *os.File
	Colours bool
}

// Usable reports whether both files are terminals that can be drawn on.
func (t *Terminal) Usable() bool {
	return term.IsTerminal(int(t.In.Fd())) && term.IsTerminal(int(t.Out.Fd())) && os.Getenv("TERM") != "dumb"
}

const (
	enter = "\x1b[?1049h\x1b[?25l" // another screen, without a cursor
	leave = "\x1b[?25h\x1b[?1049l"

	everyLook = 250 * time.Millisecond // at the terminal's size, and at what is due
)

// Run shows it until somebody ends it.
func Run(ctx context.Context, t *Terminal, source Source, o Options) error {
	m, c, err := o.begin(source)
	if err != nil {
		return err
	}
	before, err := term.MakeRaw(int(t.In.Fd()))
	if err != nil {
		return err
	}
	defer func() {
		_, _ = t.Out.WriteString(leave)
		_ = term.Restore(int(t.In.Fd()), before)
	}()
	if _, err := t.Out.WriteString(enter); err != nil {
		return err
	}
	return t.loop(ctx, newApp(m, c, o.Name, time.Now()), source)
}

// loop draws, and takes keys and answers in.
func (t *Terminal) loop(ctx context.Context, a *app, source Source) error {
	type answer struct {
		question string
		text     []byte
		err      error
	}
	answers := make(chan answer, 1)
	keys := make(chan string)
	go readKeys(ctx, t.In, keys)
	ticks := time.NewTicker(everyLook)
	defer ticks.Stop()
	asking, shown := false, ""
	for {
		a.columns, a.lines = t.size()
		if screen := t.screen(a.draw(), a.columns); screen != shown {
			if _, err := t.Out.WriteString(screen); err != nil {
				return err
			}
			shown = screen
		}
		if !asking {
			if question := a.question(time.Now()); question != "" {
				asking = true
				go func() {
					text, err := source.Ask(question)
					answers <- answer{question, text, err}
				}()
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case key, ok := <-keys:
			if !ok || a.press(key) {
				return nil
			}
		case x := <-answers:
			asking = false
			a.take(x.question, x.text, x.err, time.Now())
		case <-ticks.C:
		}
	}
}

// size returns that of the terminal, or what is usual if it does not say.
func (t *Terminal) size() (columns, lines int) {
	columns, lines, err := term.GetSize(int(t.Out.Fd()))
	if err != nil || columns <= 0 || lines <= 0 {
		return 80, 24
	}
	return columns, lines
}

// screen is what draws lines over what was there.
func (t *Terminal) screen(lines []line, columns int) string {
	var b strings.Builder
	b.WriteString("\x1b[H")
	for i, l := range lines {
		if i > 0 {
			b.WriteString("\r\n")
		}
		b.WriteString(l.ansi(columns, t.Colours) + "\x1b[K")
	}
	b.WriteString("\x1b[J")
	return b.String()
}

// readKeys sends keys until the input ends.
func readKeys(ctx context.Context, in *os.File, keys chan<- string) {
	defer close(keys)
	var buffer [256]byte
	rest := ""
	for {
		n, err := in.Read(buffer[:])
		if err != nil {
			return
		}
		var list []string
		list, rest = split(rest + string(buffer[:n]))
		for _, key := range list {
			select {
			case keys <- key:
			case <-ctx.Done():
				return
			}
		}
	}
}

var controls = map[string]string{
	"\r": "enter", "\n": "enter", "\t": "tab", "\x7f": "backspace", "\b": "backspace", "\x03": "ctrl-c", "\x1b": "esc",
	"\x1b[A": "up", "\x1b[B": "down", "\x1b[C": "right", "\x1b[D": "left", "\x1b[H": "home", "\x1b[F": "end",
	"\x1bOA": "up", "\x1bOB": "down", "\x1bOC": "right", "\x1bOD": "left", "\x1bOH": "home", "\x1bOF": "end",
	"\x1b[1~": "home", "\x1b[4~": "end", "\x1b[7~": "home", "\x1b[8~": "end", "\x1b[5~": "pgup", "\x1b[6~": "pgdown",
}

// split takes what a terminal sent apart into keys. The rest is a key that is not complete.
// Unknown ones are "".
func split(input string) (keys []string, rest string) {
	for input != "" {
		n := lengthOf(input)
		if n > len(input) {
			return keys, input
		}
		key := input[:n]
		if name, ok := controls[key]; ok {
			key = name
		} else if key[0] < ' ' {
			key = ""
		}
		keys, input = append(keys, key), input[n:]
	}
	return keys, ""
}

// lengthOf is how many bytes a key is made of; more than there are: it is not complete.
func lengthOf(input string) int {
	switch {
	case input[0] != '\x1b':
		if !utf8.FullRuneInString(input) {
			return len(input) + 1
		}
		_, n := utf8.DecodeRuneInString(input)
		return n
	case len(input) == 1 || input[1] == '\x1b':
		return 1
	case input[1] == 'O':
		return 3
	case input[1] != '[':
		return 2
	}
	for i := 2; i < len(input); i++ {
		if input[i] >= '@' && input[i] <= '~' {
			return i + 1
		}
	}
	return len(input) + 1
}
