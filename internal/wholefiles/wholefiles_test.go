package wholefiles

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

const content = "what is written"

// as writes a file of a name in a folder, and returns its path.
func as(t *testing.T, folder, name, content string, mode fs.FileMode) string {
	path := filepath.Join(folder, name)
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	require.NoError(t, os.Chmod(path, mode))
	return path
}

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
	for _, each := range list {
		found = append(found, each.Name())
	}
	require.Equal(t, names, found)
}

// New files have the permissions of others that a process makes, and those that are there keep theirs.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	was := as(t, dir, "was", "before, and longer than what follows", 0o640)
	require.NoError(t, Write(File{was, []byte(content)}, File{filepath.Join(dir, "new"), []byte(content)}))
	plain, err := os.OpenFile(filepath.Join(dir, "plain"), os.O_CREATE, 0o666)
	require.NoError(t, err)
	require.NoError(t, plain.Close())
	info, err := os.Stat(plain.Name())
	require.NoError(t, err)
	requireFile(t, was, content, 0o640)
	requireFile(t, filepath.Join(dir, "new"), content, info.Mode())
	requireNames(t, dir, "new", "plain", "was")
	require.NoError(t, Write())
}

// The owner of a file stays its owner.
func TestTheOwnerStays(t *testing.T) {
	path := as(t, t.TempDir(), "was", "before", 0o600)
	if err := os.Chown(path, 12345, 23456); err != nil {
		t.Skip("files cannot be given away here: ", err)
	}
	require.NoError(t, Write(File{path, []byte(content)}))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.EqualValues(t, 12345, info.Sys().(*syscall.Stat_t).Uid)
	require.EqualValues(t, 23456, info.Sys().(*syscall.Stat_t).Gid)
}

// A link stays one, wherever its file is and whether or not that is there.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	for _, folder := range []string{"a", "b", "b/c"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, folder), 0o700))
	}
	was := as(t, dir, "a/was", "before", 0o600)
	for name, to := range map[string]string{
		"first": "a/second", "a/second": was, // one after the other
		"folder": "b/c", "b/c/up": "../new", // of b and not of what has "folder"
		"loop": "loop",
	} {
		require.NoError(t, os.Symlink(to, filepath.Join(dir, name)))
	}
	require.NoError(t, Write(File{filepath.Join(dir, "first"), []byte(content)}, File{filepath.Join(dir, "folder/up"), []byte(content)}))
	requireFile(t, was, content, 0o600)
	b, err := os.ReadFile(filepath.Join(dir, "b/new"))
	require.NoError(t, err)
	require.Equal(t, content, string(b))
	requireNames(t, dir, "a", "b", "first", "folder", "loop")
	requireNames(t, filepath.Join(dir, "a"), "second", "was")
	requireNames(t, filepath.Join(dir, "b"), "c", "new")
	require.ErrorIs(t, Write(File{filepath.Join(dir, "loop"), nil}), syscall.ELOOP)
}

// What is no file, or is one that a process has open, is written as it is.
func TestInPlace(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, Write(File{os.DevNull, []byte(content)}))

	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	open := as(t, dir, "open", "before", 0o600)
	f, err := os.OpenFile(open, os.O_RDWR, 0)
	require.NoError(t, err)
	defer f.Close()
	name := func(f *os.File) string { return fmt.Sprintf("/dev/fd/%d", f.Fd()) }
	require.NoError(t, os.Symlink(procPath(f), filepath.Join(dir, "link")))
	for _, path := range []string{name(f), procPath(f), filepath.Join(dir, "link")} {
		require.NoError(t, f.Truncate(0))
		require.NoError(t, Write(File{path, []byte(content)}, File{name(w), []byte("piped")}))
		b := make([]byte, 100)
		n, err := f.ReadAt(b, 0)
		require.Equal(t, content, string(b[:n]), "%s: %v: what is open is what was written", path, err)
		n, err = r.Read(b)
		require.NoError(t, err)
		require.Equal(t, "piped", string(b[:n]))
	}
	requireNames(t, dir, "link", "open")

	fifo := filepath.Join(dir, "fifo")
	require.NoError(t, unix.Mkfifo(fifo, 0o600))
	read := make(chan string)
	go func() {
		b, _ := os.ReadFile(fifo)
		read <- string(b)
	}()
	require.NoError(t, Write(File{fifo, []byte(content)}))
	require.Equal(t, content, <-read)
}

// An error names the path that was given, and leaves all files as they were.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	was := as(t, dir, "was", "before", 0o600)
	for path, reason := range map[string]error{
		filepath.Join(dir, "missing", "file"): syscall.ENOENT,
		filepath.Join(was, "file"):            syscall.ENOTDIR,
		dir:                                   syscall.EISDIR,
		dir + "/":                             syscall.EISDIR,
		filepath.Join(dir, "folder") + "/":    syscall.EISDIR,
		filepath.Join(dir, strings.Repeat("long", 100)): syscall.ENAMETOOLONG,
		"/dev/full": syscall.ENOSPC,
	} {
		err := Write(File{filepath.Join(dir, "new"), nil}, File{was, []byte(content)}, File{path, []byte(content)})
		require.ErrorIs(t, err, reason, path)
		require.EqualError(t, err, "write "+path+": "+reason.Error())
		requireFile(t, was, "before", 0o600)
		requireNames(t, dir, "was")
	}
}

// Of files that may be written some may not be replaced, and some may be replaced that may not be written.
func TestWhoMayWhat(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Chmod(filepath.Dir(dir), 0o755))
	require.NoError(t, os.Chmod(dir, 0o777))
	if os.Getuid() == 0 { // who may do anything: this thread's files are those of nobody
		const nobody = 65534
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		_ = unix.Setfsuid(nobody) // it has no errors
		defer func() { _ = unix.Setfsuid(0) }()
	}
	readOnly := as(t, dir, "readonly", "before", 0o400)
	require.ErrorIs(t, Write(File{readOnly, []byte(content)}), fs.ErrPermission)
	requireFile(t, readOnly, "before", 0o400)

	folder := filepath.Join(dir, "folder")
	require.NoError(t, os.Mkdir(folder, 0o700))
	was := as(t, folder, "was", "before", 0o600)
	require.NoError(t, os.Chmod(folder, 0o500))
	defer func() { require.NoError(t, os.Chmod(folder, 0o700)) }()
	require.NoError(t, Write(File{was, []byte(content)}))
	requireFile(t, was, content, 0o600)
	require.ErrorIs(t, Write(File{filepath.Join(folder, "new"), nil}), fs.ErrPermission)
}

// limited names the folder of a process that may make no files larger than limitedBytes.
const (
	limited      = "WHOLEFILES_LIMITED"
	limitedBytes = 1 << 10
)

// A file that can't be written to its end leaves no trace, and what was there as it was.
func TestFilesThatMayNotGrow(t *testing.T) {
	if dir := os.Getenv(limited); dir != "" {
		signal.Ignore(unix.SIGXFSZ)
		require.NoError(t, unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: limitedBytes, Max: limitedBytes}))
		big := make([]byte, limitedBytes+1)
		err := Write(File{filepath.Join(dir, "other"), []byte(content)}, File{filepath.Join(dir, "new"), big}, File{filepath.Join(dir, "was"), big})
		require.ErrorIs(t, err, syscall.EFBIG)
		err = Write(File{filepath.Join(dir, "other"), []byte(content)}, File{filepath.Join(dir, "was"), big})
		require.EqualError(t, err, "write "+filepath.Join(dir, "was")+": file too large")
		return
	}
	dir := t.TempDir()
	as(t, dir, "was", "before", 0o600)
	as(t, dir, "other", "before", 0o600)
	c := exec.Command(os.Args[0], "-test.run", "^TestFilesThatMayNotGrow$")
	c.Env = append(os.Environ(), limited+"="+dir)
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	requireNames(t, dir, "other", "was")
	requireFile(t, filepath.Join(dir, "was"), "before", 0o600)
	requireFile(t, filepath.Join(dir, "other"), "before", 0o600)
}

// A folder on a full disk takes nothing, and keeps what it has.
func TestAFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("no file system can be mounted here: %v; TestFilesThatMayNotGrow has files that cannot be written", err)
	}
	defer func() { require.NoError(t, unix.Unmount(dir, unix.MNT_DETACH)) }()
	was := as(t, dir, "was", "before", 0o600)
	err := Write(File{was, make([]byte, 1<<17)})
	require.ErrorIs(t, err, syscall.ENOSPC)
	requireFile(t, was, "before", 0o600)
	requireNames(t, dir, "was")
	require.NoError(t, Write(File{was, []byte(content)}))
	requireFile(t, was, content, 0o600)

	mounted := as(t, dir, "mounted", "before", 0o600) // nothing can be renamed to it
	require.NoError(t, unix.Mount(was, mounted, "", unix.MS_BIND, ""))
	defer func() { require.NoError(t, unix.Unmount(mounted, unix.MNT_DETACH)) }()
	require.NoError(t, Write(File{mounted, []byte("new")}))
	requireFile(t, was, "new", 0o600)
	requireNames(t, dir, "mounted", "was")
}

// procPath is where /proc has what this process has open.
func procPath(f *os.File) string { return fmt.Sprintf("/proc/self/fd/%d", f.Fd()) }
