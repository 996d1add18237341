package core_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/sorter/policy"
)

// codes has each code with its words and its sentinel.
var codes = []struct {
	code alloc.Code
	text string
	err  error
}{
	{alloc.CodeInvalid, "invalid argument", alloc.ErrInvalid},
	{alloc.CodeName, "invalid name", alloc.ErrName},
	{alloc.CodeAmount, "invalid amount", alloc.ErrAmount},
	{alloc.CodeUnknownAgent, "unknown agent", alloc.ErrUnknownAgent},
	{alloc.CodeUnknownFramework, "unknown framework", alloc.ErrUnknownFramework},
	{alloc.CodeUnknownRole, "unknown role", alloc.ErrUnknownRole},
	{alloc.CodeUnknownKind, "unknown kind", alloc.ErrUnknownKind},
	{alloc.CodeStale, "stale handle", alloc.ErrStale},
	{alloc.CodeUnknownItem, "unknown set item", alloc.ErrUnknownItem},
	{alloc.CodeExists, "already exists", alloc.ErrExists},
	{alloc.CodeNotSubscribed, "not subscribed", alloc.ErrNotSubscribed},
	{alloc.CodeState, "wrong state", alloc.ErrState},
	{alloc.CodeNotAllocated, "not allocated", alloc.ErrNotAllocated},
	{alloc.CodeNotAvailable, "not available", alloc.ErrNotAvailable},
	{alloc.CodeConversion, "conversion does not preserve amounts", alloc.ErrConversion},
	{alloc.CodeLimit, "limit reached", alloc.ErrLimit},
}

func TestCodesHaveWords(t *testing.T) {
	for _, c := range codes {
		require.Equal(t, c.text, c.code.String())
		require.EqualError(t, c.err, c.text)
	}
	named := 0
	for code := range alloc.Code(1000) {
		if text := (-code).String(); text != "code "+strconv.Itoa(int(-code)) {
			named++
		}
	}
	require.Equal(t, len(codes), named)
}

// An error is the sentinel of its code and no other, and no sentinel is an
// error that says more.
func TestSentinelsMatchByCode(t *testing.T) {
	for _, c := range codes {
		err := error(&alloc.Error{Code: c.code, Text: "this went wrong"})
		require.EqualError(t, err, "this went wrong")
		for _, other := range codes {
			require.Equal(t, c.code == other.code, errors.Is(err, other.err), "%v is %v", c.code, other.code)
			require.Equal(t, c.code == other.code, errors.Is(c.err, other.err), "%v is %v", c.code, other.code)
			require.Equal(t, c.code == other.code, errors.Is(fmt.Errorf("host: %w", err), other.err))
		}
		require.ErrorIs(t, err, err)
		require.NotErrorIs(t, c.err, err)
		require.NotErrorIs(t, err, &alloc.Error{Code: c.code, Text: "that went wrong"})
	}
	require.NotErrorIs(t, errors.New("stale handle"), alloc.ErrStale)
}

// An error within something says where, and the error itself is its cause.
func TestErrorsWrapTheirCauses(t *testing.T) {
	a := must(core.New(alloc.Options{}))
	_, err := a.AddAgent(alloc.AgentInfo{ID: "a1", Total: []alloc.Resource{alloc.ScalarOf(999, alloc.Unit)}})
	require.ErrorIs(t, err, alloc.ErrUnknownKind)
	require.NotErrorIs(t, err, alloc.ErrInvalid)

	var outer, cause *alloc.Error
	require.ErrorAs(t, err, &outer)
	require.Equal(t, alloc.CodeUnknownKind, outer.Code)
	require.ErrorAs(t, errors.Unwrap(err), &cause)
	require.Equal(t, alloc.CodeUnknownKind, cause.Code)
	require.Same(t, outer.Err, cause)
	require.Contains(t, cause.Text, "kind 999")
	require.NotContains(t, cause.Text, "a1")
	require.Equal(t, `agent "a1": `+cause.Text, err.Error())
	require.NoError(t, errors.Unwrap(cause))

	// With a level more: whose what on which agent.
	web := must(a.InternRole("web"))
	_, err = a.AddFramework(alloc.FrameworkInfo{ID: "f1", Roles: []alloc.RoleID{web}, Used: []alloc.AgentUsage{
		{Agent: "a1", Role: web, Resources: []alloc.Resource{alloc.ScalarOf(999, alloc.Unit)}},
	}})
	require.ErrorIs(t, err, alloc.ErrUnknownKind)
	require.EqualError(t, err, `framework "f1", used on agent "a1": `+errors.Unwrap(err).Error())
}

// A cause may be of another package.
func TestErrorsWrapForeignCauses(t *testing.T) {
	_, err := core.New(alloc.Options{FrameworkSorter: "lottery"})
	require.ErrorIs(t, err, alloc.ErrInvalid)
	require.ErrorIs(t, err, policy.ErrUnknown)

	a := must(core.New(alloc.Options{}))
	for i := range rows.MaxNames {
		must(a.InternKind(alloc.Kind{Name: "r" + strconv.Itoa(i)}))
	}
	_, err = a.InternKind(alloc.Kind{Name: "straw"})
	require.ErrorIs(t, err, alloc.ErrLimit)
	var cause *rows.TooManyNamesError
	require.ErrorAs(t, err, &cause)
	require.Equal(t, "straw", cause.Name)
	require.True(t, strings.HasSuffix(err.Error(), cause.Error()), err)
}
