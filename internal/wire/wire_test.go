package wire

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestValuesComeBack(t *testing.T) {
	text := "text"
	var w Writer
	w.Byte(7)
	w.Bool(true)
	w.Bool(false)
	for _, x := range []uint64{0, 127, 128, math.MaxUint64} {
		w.Uint(x)
		w.Int(int64(x))
		w.Int(-int64(x))
		w.Fixed(x)
	}
	w.Float(-0.1)
	w.Text("")
	w.Text(text)
	w.OptionalText(nil)
	w.OptionalText(&text)

	r := NewReader(w.Buf, 0)
	require.EqualValues(t, 7, r.Byte())
	require.True(t, r.Bool())
	require.False(t, r.Bool())
	for _, x := range []uint64{0, 127, 128, math.MaxUint64} {
		require.Equal(t, x, r.Uint())
		require.Equal(t, int64(x), r.Int())
		require.Equal(t, -int64(x), r.Int())
		require.Equal(t, x, r.Fixed())
	}
	require.Equal(t, -0.1, r.Float())
	require.Equal(t, "", r.Text())
	require.Equal(t, text, r.Text())
	require.Nil(t, r.OptionalText())
	require.Equal(t, &text, r.OptionalText())
	require.NoError(t, r.Err())
	require.Zero(t, r.Left())
}

// Numbers are written as encoding/binary writes them.
func TestNumbersAreLEB128(t *testing.T) {
	for shift := range 64 {
		for _, x := range []uint64{1 << shift, 1<<shift - 1, 1<<shift + 1, 0x9e3779b97f4a7c15 >> shift} {
			require.Equal(t, binary.AppendUvarint([]byte{7}, x), AppendUint([]byte{7}, x), x)
			require.Equal(t, binary.AppendVarint(nil, int64(x)), AppendInt(nil, int64(x)), x)
			require.Equal(t, binary.AppendVarint(nil, -int64(x)), AppendInt(nil, -int64(x)), x)
		}
	}
}

func TestFaultsAreNamedWithTheirPlace(t *testing.T) {
	for _, x := range []struct {
		name string
		data []byte
		read func(r *Reader)
		want string
	}{
		{"nothing", nil, func(r *Reader) { r.Byte() }, "offset 100: the data ends within a value"},
		{"truth", []byte{2}, func(r *Reader) { r.Bool() }, "offset 100: 2 is no truth value"},
		{"cut number", []byte{0x80}, func(r *Reader) { r.Uint() }, "offset 101: the data ends within a number"},
		{"wide number", []byte{255, 255, 255, 255, 255, 255, 255, 255, 255, 2}, func(r *Reader) { r.Uint() }, "offset 100: a number has more than 64 bits"},
		{"padded number", []byte{0x80, 0}, func(r *Reader) { r.Uint() }, "offset 100: a number is longer than it needs to be"},
		{"cut float", make([]byte, 7), func(r *Reader) { r.Float() }, "offset 100: the data ends within a number"},
		{"limit", []byte{1, 5}, func(r *Reader) { r.Byte(); r.Below(5, "role") }, "offset 101: role 5: there are 5"},
		{"count", []byte{3, 1, 1}, func(r *Reader) { r.Count("roles") }, "offset 100: 3 roles do not fit into the 2 bytes that are left"},
		{"text", []byte{3, 'a'}, func(r *Reader) { r.Text() }, "offset 100: 3 bytes of a text do not fit into the 1 bytes that are left"},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := NewReader(x.data, 100)
			x.read(r)
			require.EqualError(t, r.Err(), x.want)
			first := r.Err()
			require.Zero(t, r.Uint())
			require.Equal(t, first, r.Err(), "the first fault stays")
		})
	}
}
