package wholefile

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

const content = "what is written"

// requireFile holds a file to its content and permissions.
func requireFile(t *testing.T, path, content string, mode fs.FileMode) {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, content, string(b))
	info, err := os.Lstat(path)
	require.NoError(t, err)
	require.Equal(t, mode, info.Mode())
}

// requireNames holds a folder to the names in it.
func requireNames(t *testing.T, folder string, names ...string) {
	t.Helper()
	list, err := os.ReadDir(folder)
	require.NoError(t, err)
	var found []string
	for _, entry := range list {
		found = append(found, entry.Name())
	}
	require.Equal(t, names, found)
}

// A new file has the permissions of others that a process makes, and one that is there keeps its own.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	was, fresh, plain := filepath.Join(dir, "was"), filepath.Join(dir, "new"), filepath.Join(dir, "plain")
	require.NoError(t, os.WriteFile(was, []byte("before, and longer than what follows"), 0o640))
	require.NoError(t, os.WriteFile(plain, nil, 0o666))
	info, err := os.Stat(plain)
	require.NoError(t, err)
	require.NoError(t, Write(was, []byte(content)))
	require.NoError(t, Write(fresh, []byte(content)))
	requireFile(t, was, content, 0o640)
	requireFile(t, fresh, content, info.Mode())
	requireNames(t, dir, "new", "plain", "was")
}

// Files of one folder are written at a time, whatever a process that was killed has left there.
func TestSeveralAtATime(t *testing.T) {
	dir := t.TempDir()
	left := filepath.Join(dir, fmt.Sprintf(".apportion-%d", os.Getpid()))
	require.NoError(t, os.WriteFile(left, nil, 0o600))
	const files = 50
	failed := make(chan error, files)
	for i := range files {
		go func() { failed <- Write(filepath.Join(dir, fmt.Sprint(i)), []byte(content)) }()
	}
	for range files {
		require.NoError(t, <-failed)
	}
}

// What is no file of this user stays what it is.
func TestInPlace(t *testing.T) {
	dir := t.TempDir()
	was, link, fifo := filepath.Join(dir, "was"), filepath.Join(dir, "link"), filepath.Join(dir, "fifo")
	require.NoError(t, os.WriteFile(was, []byte("before"), 0o600))
	require.NoError(t, os.Symlink("was", link))
	require.NoError(t, Write(link, []byte(content)))
	requireFile(t, was, content, 0o600)
	require.NoError(t, Write(os.DevNull, []byte(content)))

	require.NoError(t, unix.Mkfifo(fifo, 0o600))
	read := make(chan string)
	go func() {
		b, _ := os.ReadFile(fifo)
		read <- string(b)
	}()
	require.NoError(t, Write(fifo, []byte(content)))
	require.Equal(t, content, <-read)
	requireNames(t, dir, "fifo", "link", "was")

	if os.Chown(was, 12345, 23456) == nil { // else files cannot be given away here
		require.NoError(t, Write(was, []byte("another")))
		info, err := os.Stat(was)
		require.NoError(t, err)
		require.EqualValues(t, 12345, info.Sys().(*syscall.Stat_t).Uid)
	}
	require.EqualError(t, Write(filepath.Join(dir, "none", "new"), nil), "write "+filepath.Join(dir, "none", "new")+": no such file or directory")
}

// limited names the folder of a process that may make no files larger than limitedBytes.
const (
	limited      = "WHOLEFILE_LIMITED"
	limitedBytes = 1 << 10
)

// A file that cannot be written to its end leaves no trace, and what was there as it was.
func TestFilesThatMayNotGrow(t *testing.T) {
	if dir := os.Getenv(limited); dir != "" {
		signal.Ignore(unix.SIGXFSZ)
		require.NoError(t, unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: limitedBytes, Max: limitedBytes}))
		for _, name := range []string{"new", "was"} {
			path := filepath.Join(dir, name)
			require.EqualError(t, Write(path, make([]byte, limitedBytes+1)), "write "+path+": file too large")
		}
		return
	}
	dir := t.TempDir()
	was := filepath.Join(dir, "was")
	require.NoError(t, os.WriteFile(was, []byte("before"), 0o600))
	c := exec.Command(os.Args[0], "-test.run", "^TestFilesThatMayNotGrow$")
	c.Env = append(os.Environ(), limited+"="+dir)
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	requireNames(t, dir, "was")
	requireFile(t, was, "before", 0o600)
}

// Where there is room for no further file, a file that is there stays as it was. A name may be as long as names can be.
func TestNoRoomForAFile(t *testing.T) {
	long := filepath.Join(t.TempDir(), strings.Repeat("n", 255))
	require.NoError(t, Write(long, []byte(content)))
	require.NoError(t, Write(long, []byte(content)))

	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "nr_inodes=2"); err != nil {
		t.Skip("no file system can be mounted here: ", err)
	}
	defer func() { require.NoError(t, unix.Unmount(dir, unix.MNT_DETACH)) }()
	was := filepath.Join(dir, "was")
	require.NoError(t, os.WriteFile(was, []byte("before"), 0o600))
	require.EqualError(t, Write(was, []byte(content)), "write "+was+": no space left on device")
	requireFile(t, was, "before", 0o600)
}
