package wire

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// things has something of each form.
type things struct {
	yes, no, third bool
	small          uint16
	signed         int
	name           string
	numbers        []int64
	members        []uint32
	maybe          *string
}

func (x *things) Persist(c *Codec) {
	c.Flags("bits", &x.yes, &x.no, &x.third)
	Uint(c, &x.small)
	Int(c, &x.signed)
	c.Text(&x.name)
	List(c, &x.numbers, "numbers", func(n *int64) { Int(c, n) })
	if members := Ascending(c, x.members, 100, "members"); c.Reads() {
		x.members = members
	}
	c.OptionalText(&x.maybe)
}

// What a method writes it reads, and it changes nothing when it writes.
func TestCodecsGoBothWays(t *testing.T) {
	text := "text"
	of := func() *things {
		return &things{true, false, true, 300, -5, "name", []int64{-1, 0, 1 << 40}, []uint32{0, 1, 7, 99}, &text}
	}
	x := of()
	var w Writer
	x.Persist(NewEncoder(&w, nil))
	require.Equal(t, of(), x)
	var y things
	r := NewReader(w.Buf, 0)
	y.Persist(NewDecoder(r, nil))
	require.NoError(t, r.Err())
	require.Equal(t, x, &y)
	require.Zero(t, r.Left())
}

func TestCodecsRefuseWhatNothingCanBe(t *testing.T) {
	for _, x := range []struct {
		name string
		data []byte
		read func(c *Codec)
		want string
	}{
		{"flags", []byte{4}, func(c *Codec) { c.Flags("bits", new(bool), new(bool)) }, "offset 100: bits 4: there are 4"},
		{"too large", []byte{0x80, 2}, func(c *Codec) { Uint(c, new(uint8)) }, "offset 102: number 256 is too large"},
		{"below zero", []byte{1}, func(c *Codec) { Below(c, new(int), 1, "place") }, "offset 100: place 1: there are 1"},
		{"not ascending", []byte{2, 5, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}, func(c *Codec) { Ascending[uint32](c, nil, 9, "members") }, "offset 112: 5 of members: there are 9"},
		{"beyond the last", []byte{1, 9}, func(c *Codec) { Ascending[uint32](c, nil, 9, "members") }, "offset 102: 9 of members: there are 9"},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := NewReader(x.data, 100)
			c := NewDecoder(r, nil)
			x.read(c)
			require.True(t, c.Failed())
			require.EqualError(t, r.Err(), x.want)
		})
	}
}

// However many records are said to follow, only those are read that are there.
func TestRecordsEndWithTheData(t *testing.T) {
	r := NewReader([]byte{0xff, 0xff, 0xff, 0xff, 1, 7, 8}, 0)
	c := NewDecoder(r, nil)
	var read []byte
	for range c.Records(0) {
		var b byte
		c.Byte(&b)
		read = append(read, b)
	}
	require.EqualError(t, r.Err(), "offset 7: the data ends within a value")
	require.Equal(t, []byte{7, 8, 0}, read)
}
