package journal

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/unpack"
)

// manySnapshots is a file with several snapshots and calls between them, and where its
// frames begin.
func manySnapshots(t *testing.T) (content []byte, whole *Replay, starts []int64, kinds []frameKind) {
	dir := t.TempDir()
	a := newWorld(t, Options{Dir: dir, Bytes: 64 << 10, Interval: time.Nanosecond})
	for a.Status().Files < 3 {
		a.someCalls(t, 20)
		a.written(t)
	}
	require.NoError(t, a.Stop())
	rec, err := Read(dir)
	require.NoError(t, err)
	require.Greater(t, len(rec.Files), 1)
	content = joined(t, rec.Files)
	file := filepath.Join(t.TempDir(), "joined"+fileSuffix)
	require.NoError(t, os.WriteFile(file, content, 0o600))
	next := int64(headerSize)
	require.NoError(t, readParts(file, func(x part) error {
		starts, kinds = append(starts, next), append(kinds, x.kind)
		next = x.end
		return nil
	}))
	return content, replayed(t, file), starts, kinds
}

// joined is a file of the frames of several, as one in which snapshots follow calls.
func joined(t *testing.T, files []string) []byte {
	packer, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	content, number := appendHeader(nil, Version), uint32(0)
	for _, file := range files {
		f, err := os.Open(file)
		require.NoError(t, err)
		frames, err := newFrameReader(file, f)
		require.NoError(t, err)
		for {
			kind, frame, err := frames.next()
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			if number == 0 || kind != aboutFrame && kind != goesOnFrame {
				content = appendFrame(content, kind, number, packer.EncodeAll(frame, nil))
				number++
			}
		}
		require.NoError(t, f.Close())
	}
	return content
}

// A frame that unpacks to more than anybody records is damage, and takes no memory.
func TestFramesUnpackInProportion(t *testing.T) {
	packer, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	for name, content := range map[string][]byte{
		"one":  packer.EncodeAll(make([]byte, 300<<20), nil),
		"many": bytes.Repeat(packer.EncodeAll(make([]byte, 1<<20), nil), 300),
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := replayOf(t, appendFrame(appendHeader(nil, Version), aboutFrame, 0, content))
			runtime.ReadMemStats(&after)
			var damage *DamageError
			require.ErrorAs(t, err, &damage)
			require.ErrorContains(t, err, "a frame cannot be decompressed")
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(150<<20))
		})
	}
}

// What is recorded, and written with other names, is never taken for such a frame, however much alike it is.
func TestWhatIsMuchAlikeIsReadAgain(t *testing.T) {
	most := unpack.Most
	t.Cleanup(func() { unpack.Most = most })
	unpack.Most = 1 << 10
	dir := filepath.Join(t.TempDir(), "from")
	a := newWorld(t, Options{Dir: dir})
	a.SetWhitelist(slices.Repeat([]string{"h"}, 50_000))
	require.NoError(t, a.Stop())
	require.EqualValues(t, 1, replayed(t, dir).Calls)
	rec, err := Read(dir)
	require.NoError(t, err)
	_, damages, err := Anonymize(rec, dir+"-anonymous")
	require.NoError(t, err)
	require.Empty(t, damages)
}

func replayOf(t *testing.T, content []byte) (*Replay, error) {
	file := filepath.Join(t.TempDir(), "altered"+fileSuffix)
	require.NoError(t, os.WriteFile(file, content, 0o600))
	p := &Replay{}
	return p, p.Run(&Recording{Files: []string{file}})
}

// A bit that is flipped in a frame takes the calls up to the next snapshot, and no more; how
// many is known wherever a frame follows.
func TestReplayGoesOnBehindADamage(t *testing.T) {
	content, whole, starts, kinds := manySnapshots(t)
	wentOn := 0
	for i, start := range starts {
		for _, in := range []int64{0, 4, 8, 13, 17, frameStart, frameStart + 3} {
			if start+in >= int64(len(content)) {
				continue
			}
			altered := bytes.Clone(content)
			altered[start+in] ^= 4
			p, err := replayOf(t, altered)
			if err != nil {
				require.ErrorIs(t, err, ErrNoRecording)
				continue
			}
			require.Len(t, p.Damages, 1)
			damage, ok := errors.AsType[*DamageError](p.Damages[0])
			require.True(t, ok)
			require.Equal(t, start, damage.Offset)
			if i+1 < len(starts) {
				require.False(t, damage.Cut, "frame %d, byte %d: %v", i, in, damage)
			}
			if i+1 < len(starts) && kinds[i+1] != endFrame {
				require.Equal(t, whole.Calls, p.Calls+p.Unchecked, "frame %d of kind %d", i, kinds[i])
			}
			if kinds[i] == callsFrame {
				require.Equal(t, !slices.Contains(kinds[i+1:], snapshotFrame), p.BrokenOff, "frame %d", i)
			}
			if kinds[i] == callsFrame && p.Snapshots == whole.Snapshots && p.Unchecked > 0 {
				wentOn++
			}
		}
	}
	require.Positive(t, wentOn)
}

// What only looks like the beginning of a frame is passed over.
func TestResumePassesOverWhatIsNoFrame(t *testing.T) {
	content, whole, starts, _ := manySnapshots(t)
	at := starts[2]
	altered := append(bytes.Clone(content[:at]), bytes.Repeat([]byte(fileMagic+frameMagic), 1<<11)...)
	altered = append(altered, content[at:]...)
	p, err := replayOf(t, altered)
	require.NoError(t, err)
	require.Len(t, p.Damages, 1)
	require.Equal(t, whole.Calls, p.Calls+p.Unchecked)
	require.Zero(t, p.Unchecked, "nothing but rubbish was between two frames")
}

// countingSeeker counts the bytes that are read of a file.
type countingSeeker struct {
	io.ReadSeeker
	read int64
}

func (c *countingSeeker) Read(p []byte) (int, error) {
	n, err := c.ReadSeeker.Read(p)
	c.read += int64(n)
	return n, err
}

// A file of very many places that look like frames, each as long as the rest, is not read as often as there
// are. What comes behind rubbish within bounds is found.
func TestTheSearchForAFrameEnds(t *testing.T) {
	most := mostSearched
	t.Cleanup(func() { mostSearched = most })
	mostSearched = 4 << 20
	like := appendFrame(nil, callsFrame, 0, nil)
	binary.LittleEndian.PutUint32(like[12:], 1<<30)
	search := func(count int) (found bool, read int64) {
		content := append(appendHeader(nil, Version), bytes.Repeat(like, count)...)
		content = appendFrame(content, gapFrame, 0, []byte{0x28, 0xb5, 0x2f, 0xfd, 0, 0, 1, 0, 0})
		in := &countingSeeker{ReadSeeker: bytes.NewReader(content)}
		frames, err := newFrameReader("x", in)
		require.NoError(t, err)
		_, _, err = frames.next()
		require.Error(t, err)
		in.read = 0
		found, err = frames.resume()
		require.NoError(t, err)
		return found, in.read
	}
	found, _ := search(100)
	require.True(t, found)
	found, read := search(50_000)
	require.False(t, found)
	require.Less(t, read, int64(mostReadAgain*1_000_000+2<<20))
}

// What is damaged at very many places is said in time that goes with their number: the text of no error holds that of all before.
func TestManyDamagesAreNamedOnce(t *testing.T) {
	packer, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	content := appendHeader(nil, Version)
	gap := packer.EncodeAll([]byte{0, 0, 1, 0}, nil)
	const damages = 100
	for number := range uint32(2 * damages) {
		content = appendFrame(content, gapFrame, number, gap)
		content[len(content)-1] ^= byte(1 - number%2) // of every other one
	}
	file := filepath.Join(t.TempDir(), "damaged"+fileSuffix)
	require.NoError(t, os.WriteFile(file, content, 0o600))
	info, err := Describe(file)
	require.NoError(t, err)
	require.Len(t, info.Gaps, damages)
	all, isList := info.Damage.(interface{ Unwrap() []error })
	require.True(t, isList)
	require.Equal(t, damages, len(all.Unwrap()))
}

// A call that cannot be read ends the replay after those before it. Behind a damage nobody needs it: the calls before
// it are counted.
func TestACallThatCannotBeReadIsNamed(t *testing.T) {
	a, err := core.New(alloc.Options{})
	require.NoError(t, err)
	pause := []byte{byte(calls.OpPause), 0, 0}
	unreadable := part{kind: callsFrame, content: append(bytes.Repeat(pause, 2), byte(calls.Ops))}
	p := &Replay{Allocator: a}
	require.ErrorContains(t, p.part("file", unreadable), "file: a call at byte 6 of its frame: ")
	require.EqualValues(t, 2, p.Calls)

	p = &Replay{torn: true}
	require.NoError(t, p.part("file", unreadable))
	p.countUncheckedCalls(p.reached)
	require.EqualValues(t, 2, p.Unchecked)
}
