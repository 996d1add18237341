package mesostest_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// element is one resource as text:
//
//	cpus:2                          unreserved
//	cpus(web):2                     statically reserved
//	cpus(ops@web dynamic):2         dynamically, by a principal
//	cpus(a dynamic)(a/b dynamic):2  a reservation refined for a subrole
//	ports:[31000-32000,40000-40009] ranges
//	disk[MOUNT]:100                 a disk of its own
//	disk(web)[id=data]<shared>:5    a shared persistent volume
//	cpus{rev}:2                     revocable
var element = regexp.MustCompile(
	`^(\w+)((?:\([^)]*\))*)(?:\[([^\]]*)\])?(\{rev\})?(<shared>)?:(.+)$`)

// resources reads resources separated by semicolons. Zero amounts vanish.
func (c *cluster) resources(text string) []alloc.Resource {
	c.t.Helper()
	var list []alloc.Resource
	for part := range strings.SplitSeq(text, ";") {
		if part == "" {
			continue
		}
		m := element.FindStringSubmatch(part)
		require.NotNil(c.t, m, "resource %q", part)
		kind := alloc.Kind{Name: m[1], Reservations: reservations(m[2]), Revocable: m[4] != "", Shared: m[5] != ""}
		switch {
		case m[3] == "MOUNT":
			kind.Disk = &alloc.Disk{Source: alloc.Mount}
		case m[3] != "":
			id, ok := strings.CutPrefix(m[3], "id=")
			require.True(c.t, ok, "resource %q", part)
			kind.Disk = &alloc.Disk{Persistence: &id}
		}
		list = append(list, c.valued(kind, m[6])...)
	}
	return list
}

// valued declares a kind and gives it a value.
func (c *cluster) valued(kind alloc.Kind, value string) []alloc.Resource {
	c.t.Helper()
	ranges, isRanges := strings.CutPrefix(value, "[")
	if isRanges {
		kind.Type = alloc.Ranges
	}
	id, err := c.alloc.InternKind(kind)
	require.NoError(c.t, err)
	if !isRanges {
		amount, err := quantities.ParseAmount(value)
		require.NoError(c.t, err)
		if amount == 0 {
			return nil
		}
		return []alloc.Resource{alloc.ScalarOf(id, amount)}
	}
	var list []alloc.Resource
	for span := range strings.SplitSeq(strings.TrimSuffix(ranges, "]"), ",") {
		var begin, end uint64
		_, err := fmt.Sscanf(span, "%d-%d", &begin, &end)
		require.NoError(c.t, err)
		list = append(list, alloc.IntervalOf(id, begin, end))
	}
	return list
}

// reservations reads a stack of them, each in parentheses.
func reservations(text string) []alloc.Reservation {
	var stack []alloc.Reservation
	for part := range strings.SplitSeq(strings.Trim(text, "()"), ")(") {
		if part == "" {
			continue
		}
		r := alloc.Reservation{Type: alloc.Static}
		if role, ok := strings.CutSuffix(part, " dynamic"); ok {
			r.Type, part = alloc.Dynamic, role
		}
		if principal, role, ok := strings.Cut(part, "@"); ok {
			r.Principal, part = &principal, role
		}
		r.Role = part
		stack = append(stack, r)
	}
	return stack
}

// resourceText writes resources in the form that resources reads, sorted.
func (c *cluster) resourceText(list []alloc.Resource) string {
	parts := make([]string, len(list))
	for i, r := range list {
		kind, err := c.alloc.DescribeKind(r.Kind)
		require.NoError(c.t, err)
		value := r.Amount.String()
		if kind.Type == alloc.Ranges {
			value = fmt.Sprintf("[%d-%d]", r.Begin, r.End)
		}
		parts[i] = kindText(&kind) + ":" + value
	}
	slices.Sort(parts)
	return strings.Join(parts, ";")
}

func kindText(k *alloc.Kind) string {
	var s strings.Builder
	s.WriteString(k.Name)
	for _, r := range k.Reservations {
		s.WriteString("(")
		if r.Principal != nil {
			s.WriteString(*r.Principal + "@")
		}
		s.WriteString(r.Role)
		if r.Type == alloc.Dynamic {
			s.WriteString(" dynamic")
		}
		s.WriteString(")")
	}
	if d := k.Disk; d != nil {
		if d.Persistence != nil {
			s.WriteString("[id=" + *d.Persistence + "]")
		} else {
			s.WriteString("[MOUNT]")
		}
	}
	if k.Revocable {
		s.WriteString("{rev}")
	}
	if k.Shared {
		s.WriteString("<shared>")
	}
	return s.String()
}

// amounts reads quantities such as "cpus:2;mem:1024".
func amounts(t *testing.T, text string) []alloc.Quantity {
	t.Helper()
	list := []alloc.Quantity{}
	for part := range strings.SplitSeq(text, ";") {
		if part == "" {
			continue
		}
		name, value, ok := strings.Cut(part, ":")
		require.True(t, ok, "quantity %q", part)
		amount, err := quantities.ParseAmount(value)
		require.NoError(t, err)
		list = append(list, alloc.Quantity{Name: name, Amount: amount})
	}
	return list
}

// rowText writes what a row holds, by name, without zeros.
func (c *cluster) rowText(row quantities.Row) string {
	var parts []string
	for n, amount := range row.All() {
		parts = append(parts, c.name(c.alloc.ResourceName(n))+":"+amount.String())
	}
	slices.Sort(parts)
	return strings.Join(parts, ";")
}

func TestResourceTextIsReadBack(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		for _, text := range []string{
			"",
			"cpus:0.125;mem:1024",
			"cpus(web):2;cpus{rev}:1",
			"cpus(a dynamic)(x@a/b dynamic):3",
			"disk(web)[id=data]<shared>:5;disk(web)[id=data]<shared>:5;disk[MOUNT]:100",
			"ports(web):[31000-32000];ports(web):[40000-40009]",
		} {
			require.Equal(c.t, text, c.resourceText(c.resources(text)))
		}
		require.Equal(c.t, "cpus:1", c.resourceText(c.resources("disk:0;cpus:1.000")))
	})
}
