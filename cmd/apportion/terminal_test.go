package main

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// What any command writes to its output or warns of commands no terminal. Progress is drawn there, and
// not on a device that is none.
func TestNothingCommandsATerminal(t *testing.T) {
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("there are no terminals: ", err)
	}
	defer master.Close()
	require.NoError(t, unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	defer slave.Close()
	told := func() string {
		b := make([]byte, 1<<12)
		n, err := master.Read(b)
		require.NoError(t, err)
		return string(b[:n])
	}
	root := rootCommand(slave, slave)
	for _, command := range root.Commands() {
		fmt.Fprint(command.ErrOrStderr(), command.Name(), "\x1b]0;owned\x07")
		require.Equal(t, command.Name()+"?]0;owned?", told())
		if command.Name() != "top" { // which shows names itself
			fmt.Fprint(command.OutOrStdout(), "\x1b")
			require.Equal(t, "?", told())
		}
	}
	p := newProgress(root.ErrOrStderr(), "we\x07b", time.Minute, false)
	require.NotNil(t, p.bar)
	require.Same(t, slave, terminalOf(root.ErrOrStderr()))
	require.Equal(t, "we?b", p.name)

	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	require.NoError(t, err)
	defer null.Close()
	require.Nil(t, newProgress(rootCommand(null, null).ErrOrStderr(), "web", time.Minute, false).bar)
}
