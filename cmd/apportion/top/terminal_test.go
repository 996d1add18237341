package top

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// terminal is a pseudo-terminal: what is written to master is typed, and an emulator has what is
// shown.
type terminal struct {
	t             *testing.T
	master, slave *os.File
	writing       sync.Mutex // of screen: vt.SafeEmulator's text is read without its lock
	screen        *vt.Emulator
	changed       chan struct{}
	last          string // screen that was looked at
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
	x := &terminal{t: t, master: master, slave: slave, screen: vt.NewEmulator(int(columns), int(lines)), changed: make(chan struct{}, 1)}
	x.size(columns, lines)
	go io.Copy(master, x.screen) // what it answers when it is asked what it can
	go func() {
		var buffer [1 << 16]byte
		for {
			n, err := master.Read(buffer[:])
			if err != nil {
				return
			}
			x.writing.Lock()
			_, _ = x.screen.Write(buffer[:n])
			x.writing.Unlock()
			select {
			case x.changed <- struct{}{}:
			default:
			}
		}
	}()
	return x
}

func (x *terminal) size(columns, lines uint16) {
	x.writing.Lock()
	x.screen.Resize(int(columns), int(lines))
	x.writing.Unlock()
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
	for {
		x.writing.Lock()
		x.last = x.screen.String()
		x.writing.Unlock()
		if strings.Contains(x.last, text) {
			return x.last
		}
		select {
		case <-x.changed:
		case <-deadline:
			x.t.Fatalf("%q is not shown:\n%s", text, x.last)
		}
	}
}

// TestATerminal: keys that are typed change what is shown, a screen of another size is
// drawn anew, and at the end the terminal is as it was.
func TestATerminal(t *testing.T) {
	w := newWorld(t)
	x := newTerminal(t, 100, 30)
	before, err := term.GetState(int(x.slave.Fd()))
	require.NoError(t, err)
	require.True(t, Usable(x.slave, x.slave) || os.Getenv("TERM") == "dumb")
	ended := make(chan error, 1)
	go func() { ended <- Run(context.Background(), x.slave, x.slave, w.source(), Options{Name: "world"}) }()
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
	require.NoError(t, unix.Kill(os.Getpid(), unix.SIGWINCH), "as a terminal of its own tells a program")
	x.until("q end  ? keys  Enter explain  f frameworks  / sea…")
	x.types("q")
	require.NoError(t, <-ended)
	after, err := term.GetState(int(x.slave.Fd()))
	require.NoError(t, err)
	require.Equal(t, before, after)
}
