package top

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// terminal is a pseudo-terminal: what is written to master is typed, and what is read of it
// is shown.
type terminal struct {
	t             *testing.T
	master, slave *os.File
	shown         chan string
	all, last     string
}

func newTerminal(t *testing.T, columns, lines uint16) *terminal {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("there are no pseudo-terminals: %v", err)
	}
	t.Cleanup(func() { master.Close() })
	fd := int(master.Fd())
	require.NoError(t, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	require.NoError(t, err)
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	x := &terminal{t: t, master: master, slave: slave, shown: make(chan string, 1000)}
	x.size(columns, lines)
	go func() {
		defer close(x.shown)
		var buffer [1 << 16]byte
		for {
			n, err := master.Read(buffer[:])
			if err != nil {
				return
			}
			x.shown <- string(buffer[:n])
		}
	}()
	return x
}

func (x *terminal) size(columns, lines uint16) {
	require.NoError(x.t, unix.IoctlSetWinsize(int(x.master.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: lines, Col: columns}))
}

func (x *terminal) types(keys string) {
	_, err := x.master.WriteString(keys)
	require.NoError(x.t, err)
}

// until waits until the screen has a text.
func (x *terminal) until(text string) string {
	x.t.Helper()
	deadline := time.After(2 * time.Minute)
	for !strings.Contains(x.last, text) {
		select {
		case part, ok := <-x.shown:
			require.True(x.t, ok, "the terminal was closed")
			x.all += part
			x.last = x.all[max(0, strings.LastIndex(x.all, "\x1b[H")):]
		case <-deadline:
			x.t.Fatalf("%q is not shown:\n%s", text, x.last)
		}
	}
	return x.last
}

// TestATerminal: keys that are typed change what is shown, a screen of another size is
// drawn anew, and at the end the terminal is as it was.
func TestATerminal(t *testing.T) {
	w := newWorld(t)
	x := newTerminal(t, 100, 30)
	before, err := term.GetState(int(x.slave.Fd()))
	require.NoError(t, err)
	terminal := &Terminal{In: x.slave, Out: x.slave, Colours: true}
	require.True(t, terminal.Usable() || os.Getenv("TERM") == "dumb")
	ended := make(chan error, 1)
	go func() { ended <- Run(context.Background(), terminal, w.source(), Options{Name: "world"}) }()
	require.Contains(t, x.until("q end"), "starved")
	require.NotContains(t, x.last, "web/shop  ")
	x.types("*")
	x.until("    shop")
	x.types("/sto\r")
	x.until(`with "sto"`)
	x.types("\x1b")
	x.until("3 roles by")
	x.types("\x1b[F\r")
	x.until("Why it is offered what it is")
	x.types("\x1b")
	x.until("q end")
	x.size(50, 12)
	x.until("q end  ? keys  Enter explain  f frameworks  / sea…")
	x.types("q")
	require.NoError(t, <-ended)
	x.until("\x1b[?1049l")
	after, err := term.GetState(int(x.slave.Fd()))
	require.NoError(t, err)
	require.Equal(t, before, after)
}

// TestNoColours: there are none where nobody wants them.
func TestNoColours(t *testing.T) {
	w := newWorld(t)
	a := w.open(80, 24)
	plain := (&Terminal{}).screen(a.draw(), 80)
	require.NotRegexp(t, `\x1b\[(1;)?3\dm`, plain)
	require.Regexp(t, `\x1b\[(1;)?3\dm`, (&Terminal{Colours: true}).screen(a.draw(), 80))
}
