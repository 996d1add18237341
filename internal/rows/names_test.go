package rows

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/quantities"
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
	require.Equal(t, []quantities.Name{0, 1}, []quantities.Name{cpus, mem})
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
	require.Equal(t, quantities.Name(65535), i)
}

// TestNamesAreForgotten: those that nobody refers to, however often they were
// interned, and no others.
func TestNamesAreForgotten(t *testing.T) {
	var names Names
	intern := func(name string) quantities.Name {
		i, err := names.Intern(name)
		require.NoError(t, err)
		return i
	}
	cpus, mem, idle := intern("cpus"), intern("mem"), intern("idle")
	names.Ref(cpus)
	names.Ref(mem)
	names.Ref(mem)
	require.True(t, names.Idle())
	names.ForgetIdle()
	require.False(t, names.Idle())
	_, ok := names.Lookup("idle")
	require.False(t, ok)
	require.Equal(t, "idle", names.String(idle), "as long as there is no other")
	require.Equal(t, 2, names.Len())
	require.Equal(t, 3, names.Indices())

	names.Unref(mem)
	names.ForgetIdle()
	require.Equal(t, 2, names.Len())
	names.Unref(mem)
	require.Equal(t, mem, intern("mem"), "not forgotten yet")
	names.Ref(mem)
	names.ForgetIdle()
	before := names.Forgotten()
	names.Unref(mem)
	names.Unref(cpus)
	names.ForgetIdle()
	require.Zero(t, names.Len())
	require.Equal(t, []bool{true, true, false}, []bool{
		names.ForgottenSince(mem, before), names.ForgottenSince(cpus, before), names.ForgottenSince(idle, before),
	})
	require.False(t, names.ForgottenSince(cpus, names.Forgotten()))
	require.Equal(t, quantities.Name(3), intern("cpus"), "not the index that it had")
}

// TestNumbersOfNames: an index comes to stand for another name, a number does not
// while 2^20 names come and go.
func TestNumbersOfNames(t *testing.T) {
	var names Names
	first, err := names.Intern("first")
	require.NoError(t, err)
	number := names.Number(first)
	require.EqualValues(t, first, number)
	names.ForgetIdle()
	found, ok := names.OfNumber(number)
	require.True(t, ok)
	require.Equal(t, "first", names.String(found))
	require.Equal(t, number, names.Number(first))
	require.EqualValues(t, 1, names.Number(1), "of an index that has yet to come")
	_, ok = names.OfNumber(1)
	require.False(t, ok)
	_, ok = names.OfNumber(1 << 30)
	require.False(t, ok)

	taken := false
	for range 1 << 20 {
		i, err := names.Intern("next")
		require.NoError(t, err)
		if names.Number(i) == number {
			t.Fatal("it came again")
		}
		if found, ok := names.OfNumber(names.Number(i)); !ok || found != i {
			t.Fatal("it does not stand for itself")
		}
		taken = taken || i == first
		if taken {
			if _, ok := names.OfNumber(number); ok {
				t.Fatal("the number stands for another name")
			}
		}
		names.ForgetIdle()
	}
	require.True(t, taken)
	require.LessOrEqual(t, names.Indices(), namesLeftVacant+2)
}

// TestForgottenNamesMakeRoom: with all indices given out, vacant ones are used once so many
// are vacant that no number comes again while 2^20 names come and go.
func TestForgottenNamesMakeRoom(t *testing.T) {
	var names Names
	for i := range MaxNames {
		require.Equal(t, MaxNames-i, names.Room())
		n, err := names.Intern(fmt.Sprint("n", i))
		require.NoError(t, err)
		names.Ref(n)
	}
	for i := range quantities.Name(namesLeftVacant) {
		names.Unref(7 + i)
		names.ForgetIdle()
		require.Zero(t, names.Room())
		_, err := names.Intern("one more")
		require.Error(t, err)
	}
	names.Unref(2)
	names.ForgetIdle()
	require.Equal(t, 1, names.Room())
	first, number := quantities.Name(7), names.Number(7)
	for range 1 << 20 {
		i, err := names.Intern("one more")
		require.NoError(t, err)
		require.True(t, i != first || names.Number(i) != number, "it came again")
		names.ForgetIdle()
	}
	_, err := names.Intern("one more")
	require.NoError(t, err)
	_, err = names.Intern("two more")
	require.Error(t, err)
}
