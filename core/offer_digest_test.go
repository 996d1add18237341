package core_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// digested is an outcome with two numbers of everything.
func digested() *alloc.Cycle {
	return &alloc.Cycle{
		Offers: []alloc.Offer{
			{Framework: 1, Agent: 2, Role: 3, First: 0, Count: 2}, {Framework: 4, Agent: 5, Role: 6, First: 2, Count: 2},
		},
		Resources: []alloc.Resource{
			alloc.ScalarOf(1, 4000), alloc.IntervalOf(1, 31000, 32000), alloc.ScalarOf(2, 8000), alloc.IntervalOf(3, 5, 7),
		},
		InverseOffers: []alloc.InverseOffer{
			{Framework: 9, Agent: 8, Unavailability: alloc.Unavailability{Start: 7, Duration: 6}},
			{Framework: 10, Agent: 11, Unavailability: alloc.Unavailability{Start: 12, Duration: 13}},
		},
	}
}

// Each number of an outcome, and where it stands, is in its digest.
func TestDigestOfOffersHasEveryNumber(t *testing.T) {
	seen := map[uint64]string{digested().Digest(): "nothing"}
	add := func(what string, c *alloc.Cycle) {
		sum := c.Digest()
		require.Empty(t, seen[sum], "%s has the digest of another change", what)
		seen[sum] = what
	}
	var change func(what string, c *alloc.Cycle, x reflect.Value)
	change = func(what string, c *alloc.Cycle, x reflect.Value) {
		switch x.Kind() {
		case reflect.Slice:
			for i := range x.Len() {
				change(what, c, x.Index(i))
			}
		case reflect.Struct:
			for i := range x.NumField() {
				if name := x.Type().Field(i).Name; name != "First" { // which Count says
					change(what+" "+name, c, x.Field(i))
				}
			}
		case reflect.Int, reflect.Int64:
			x.SetInt(x.Int() + 1)
			add(what, c)
			x.SetInt(x.Int() - 1)
		case reflect.Uint32, reflect.Uint64:
			if was := x.Uint(); what == " Offers Count" {
				x.SetUint(was - 1)
				add(what, c)
				x.SetUint(was)
			} else {
				x.SetUint(was + 1)
				add(what, c)
				x.SetUint(was)
			}
		default:
			t.Fatalf("%s is a %v", what, x.Kind())
		}
	}
	c := digested()
	for _, list := range []string{"Offers", "Resources", "InverseOffers"} {
		change(" "+list, c, reflect.ValueOf(c).Elem().FieldByName(list))
	}
	c.Offers[0], c.Offers[1] = c.Offers[1], c.Offers[0]
	add("offers that change places", c)
	c = digested()
	c.Resources[0], c.Resources[1] = c.Resources[1], c.Resources[0]
	add("resources that change places", c)
	c = digested()
	c.Resources[0], c.Resources[1] = alloc.IntervalOf(1, 31000, 32000), alloc.ScalarOf(1, 0)
	c.Resources[0].Amount = 4000
	add("an interval that moves to the scalar before", c)
	require.Equal(t, digested().Digest(), func() uint64 { c := digested(); return c.Digest() }())
}
