package journal

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

func TestPseudonymsKeepOrderAndTree(t *testing.T) {
	names := map[string]struct{}{}
	for _, name := range []string{"", "*", "web", "web/shop", "web/shop/a", "shop", "Zoo", "!bang", "/mnt/web", "zoo", "-", "..", "a b"} {
		names[name] = struct{}{}
	}
	p := pseudonymsFor(names)
	require.Equal(t, "", p.of(""))
	require.Equal(t, "*", p.of("*"))
	require.Equal(t, p.of("web")+"/"+p.of("shop"), p.of("web/shop"))
	require.Equal(t, "/"+p.of("mnt")+"/"+p.of("web"), p.of("/mnt/web"))
	for _, name := range []string{"-", "..", "a b"} {
		require.Error(t, alloc.ValidateRole(p.of(name)))
	}
	delete(names, "-") // which comes before "/mnt/web", where a slash is compared with it
	delete(names, "..")
	for x := range names {
		for y := range names {
			require.Equal(t, x < y, p.of(x) < p.of(y), "%q and %q: %q and %q", x, y, p.of(x), p.of(y))
		}
	}
}

// A recording that begins in the middle, of each of many traces, gives the same answers
// with other names, and none of the old ones is in it.
func TestAnonymousRecordingsReplayIdentically(t *testing.T) {
	files, err := filepath.Glob("../testdata/conformance/*.jsonl.gz")
	require.NoError(t, err)
	for i, file := range files {
		if i%24 != 0 {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			root := t.TempDir()
			dir := func(i int) string { return filepath.Join(root, strconv.Itoa(i)) }
			for i, a := range recordTraces(t, filepath.Base(file), func(i int) Options { return Options{Dir: dir(i), Host: "secret"} }) {
				calls := a.Status().Calls
				require.NoError(t, a.Stop())
				again := dir(i) + "-again"
				require.NoError(t, a.record(Options{Dir: again})) // of the state at the end
				require.NoError(t, a.Stop())
				for _, from := range []string{dir(i), again} {
					rec, err := Read(from)
					require.NoError(t, err)
					p, damages, err := Anonymize(rec, from+"-anonymous")
					require.NoError(t, err)
					require.Empty(t, damages)
					require.NoError(t, p.Allocator.Validate())
					requireAnonymous(t, rec, from+"-anonymous")
					if from == dir(i) {
						require.Equal(t, calls, p.Calls)
					}
				}
			}
		})
	}
}

// requireAnonymous looks for names of a recording in an anonymous one.
func requireAnonymous(t *testing.T, rec *Recording, dir string) {
	before, after := map[string]struct{}{}, map[string]struct{}{}
	for _, file := range rec.Files {
		require.NoError(t, collectNames(file, before, nil))
		require.NoError(t, collectNames(filepath.Join(dir, filepath.Base(file)), after, nil))
	}
	require.Len(t, after, len(before))
	for name := range after {
		if name != "" && name != wildcard {
			require.NotContains(t, before, name)
		}
	}
}

func TestAnonymizeWritesNothingOver(t *testing.T) {
	dir, files := small(t)
	rec := &Recording{Files: files}
	_, _, err := Anonymize(rec, dir)
	require.ErrorIs(t, err, os.ErrExist)

	to := filepath.Join(t.TempDir(), "to")
	whole, err := os.ReadFile(files[0])
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(files[0], whole[:len(whole)-30], 0o600))
	p, damages, err := Anonymize(rec, to)
	require.NoError(t, err)
	require.Len(t, damages, 1)
	require.NotNil(t, p.Allocator)
	for _, path := range []string{to, filepath.Join(to, filepath.Base(files[0]))} {
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.Zero(t, info.Mode().Perm()&0o077)
	}
}

// Where not all can be written, nothing stays of what was.
func TestAnonymizeLeavesNothingUnfinished(t *testing.T) {
	_, files := small(t)
	to := filepath.Join(t.TempDir(), "to")
	_, _, err := Anonymize(&Recording{Files: []string{files[0], files[0]}}, to)
	require.ErrorIs(t, err, os.ErrExist)
	require.NoDirExists(t, to)
}

// A name that is refused as an id, as a role or as both is refused again under its other name, and is not where it was not.
func TestAnonymousNamesAreRefusedAgain(t *testing.T) {
	var r recorded
	dir := filepath.Join(t.TempDir(), "from")
	_, err := r.opened(Options{Dir: dir})(alloc.Options{})
	require.NoError(t, err)
	for _, name := range []string{".", "..", "a\x01b", "a\x7fb", `a\b`, "a/b", "a b", "-a", strings.Repeat("a", 256), "\xff"} {
		_, asAgent := r.AddAgent(alloc.AgentInfo{ID: name})
		role, asRole := r.InternRole(name)
		require.False(t, asAgent == nil && asRole == nil && name != "\xff", name)
		if asRole == nil {
			_, _ = r.AddFramework(alloc.FrameworkInfo{ID: "f-" + name, Roles: []alloc.RoleID{role}})
		}
	}
	require.NoError(t, r.Stop())
	rec, err := Read(dir)
	require.NoError(t, err)
	p, _, err := Anonymize(rec, dir+"-anonymous")
	require.NoError(t, err)
	require.Len(t, p.Allocator.AgentIDs(nil), len(r.AgentIDs(nil)))
}
