package quantities

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNames(t *testing.T) {
	var names Names
	require.Zero(t, names.Len())
	_, ok := names.Lookup("cpus")
	require.False(t, ok)

	cpus, err := names.Intern("cpus")
	require.NoError(t, err)
	mem, err := names.Intern("mem")
	require.NoError(t, err)
	require.Equal(t, []Name{0, 1}, []Name{cpus, mem})
	again, err := names.Intern("cpus")
	require.NoError(t, err)
	require.Equal(t, cpus, again)
	found, ok := names.Lookup("mem")
	require.True(t, ok)
	require.Equal(t, mem, found)
	require.Equal(t, "mem", names.String(mem))
	require.Equal(t, "name#2", names.String(2))

	_, err = names.Intern("")
	require.ErrorIs(t, err, ErrEmptyName)
	require.Equal(t, 2, names.Len())
}

func TestNamesKeepNoMemoryOfTheCaller(t *testing.T) {
	var names Names
	text := []byte("xcpusx")
	i, err := names.Intern(string(text[1:5]))
	require.NoError(t, err)
	copy(text, "......")
	require.Equal(t, "cpus", names.String(i))
}

func TestNamesAreBounded(t *testing.T) {
	var names Names
	for i := range MaxNames {
		_, err := names.Intern(fmt.Sprint("n", i))
		require.NoError(t, err)
	}
	_, err := names.Intern("one more")
	var full *TooManyNamesError
	require.ErrorAs(t, err, &full)
	require.Equal(t, "one more", full.Name)
	require.Equal(t, MaxNames, names.Len())

	i, err := names.Intern("n65535")
	require.NoError(t, err)
	require.Equal(t, Name(65535), i)
}
