package resource_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/statetest"
	"github.com/apportion/apportion/quantities"
)

func split(text string) []string { return strings.Split(text, "; ") }

func TestQuantitiesThatCannotBeAreRefused(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	for want, list := range map[alloc.Code][]alloc.Quantity{
		alloc.CodeName:    {{Name: "", Amount: 1}},
		alloc.CodeAmount:  {{Name: "cpus", Amount: -1}},
		alloc.CodeInvalid: {{Name: "cpus", Amount: 1}, {Name: "mem", Amount: 1}, {Name: "cpus", Amount: 2}},
	} {
		err := s.Kinds.CheckLists([][]alloc.Quantity{{{Name: "cpus", Amount: 1}}, list})
		require.NotNil(t, err)
		require.Equal(t, want, err.Code)
	}
	require.Nil(t, s.Kinds.CheckLists([][]alloc.Quantity{{{Name: "cpus"}}, {{Name: "cpus", Amount: 1}}}), "in two lists")
	require.Zero(t, s.Names.Len(), "to check interns nothing")
}

// There is room for new names, each counted once, and known ones need none.
func TestNewNamesNeedRoom(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	s.Kind(alloc.Kind{Name: "known"})
	room := s.Names.Room()
	list := []alloc.Quantity{{Name: "known"}}
	for i := range room {
		list = append(list, alloc.Quantity{Name: "n" + strconv.Itoa(i)})
	}
	require.Nil(t, s.Kinds.RoomForNames(list, list))
	err := s.Kinds.RoomForNames(list, []alloc.Quantity{{Name: "one more"}})
	require.NotNil(t, err)
	require.Equal(t, alloc.CodeLimit, err.Code)
}

// A row has the amounts of a list, without zeros, as Mesos's ResourceQuantities does.
func TestRowsHaveNoZeros(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	rows := s.Kinds.Rows([][]alloc.Quantity{{{Name: "cpus", Amount: 1500}, {Name: "mem"}}, {}, {{Name: "mem", Amount: 7000}}})
	require.Equal(t, "cpus:1.5", s.Kinds.FormatRow(rows[0]))
	require.Equal(t, "nothing", s.Kinds.FormatRow(rows[1]))
	require.Equal(t, "mem:7", s.Kinds.FormatRow(rows[2]))
}

// A number in a range counts as one, copies of a shared volume together as one, and sums stop
// at the largest amount there is.
func TestAmountsAreSummedUp(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	for text, want := range map[string]string{
		"cpus:2; cpus(web):1; ports:[1-5]; ports:[8-8]":      "cpus:3; ports:6",
		"disk[volume v]:5; disk[volume v]:5":                 "disk:10",
		"disk[volume v]<shared>:5; disk[volume v]<shared>:5": "disk:5",
		"ports:[0-18446744073709551615]":                     "ports:9223372036854775",
	} {
		require.ElementsMatch(t, split(want), split(s.Kinds.FormatRow(s.Row(text))), text)
	}
	require.Equal(t, alloc.Amount(alloc.Unit), resource.NumbersIn(7, 7))
	require.Equal(t, quantities.MaxSum/alloc.Unit*alloc.Unit, resource.NumbersIn(0, math.MaxUint64))
	require.Equal(t, quantities.MaxSum, resource.AddSaturating(quantities.MaxSum-1, 2))
	require.Equal(t, alloc.Amount(3), resource.AddSaturating(1, 2))
}
