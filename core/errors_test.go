package core_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// codes has each code with its words and its sentinel.
var codes = []struct {
	code core.Code
	text string
	err  error
}{
	{core.CodeInvalid, "invalid argument", core.ErrInvalid},
	{core.CodeName, "invalid name", core.ErrName},
	{core.CodeAmount, "invalid amount", core.ErrAmount},
	{core.CodeUnknownAgent, "unknown agent", core.ErrUnknownAgent},
	{core.CodeUnknownFramework, "unknown framework", core.ErrUnknownFramework},
	{core.CodeUnknownRole, "unknown role", core.ErrUnknownRole},
	{core.CodeUnknownKind, "unknown kind", core.ErrUnknownKind},
	{core.CodeStale, "stale handle", core.ErrStale},
	{core.CodeUnknownItem, "unknown set item", core.ErrUnknownItem},
	{core.CodeExists, "already exists", core.ErrExists},
	{core.CodeNotSubscribed, "not subscribed", core.ErrNotSubscribed},
	{core.CodeState, "wrong state", core.ErrState},
	{core.CodeNotAllocated, "not allocated", core.ErrNotAllocated},
	{core.CodeNotAvailable, "not available", core.ErrNotAvailable},
	{core.CodeConversion, "conversion does not preserve amounts", core.ErrConversion},
	{core.CodeLimit, "limit reached", core.ErrLimit},
}

func TestCodesHaveWords(t *testing.T) {
	for _, c := range codes {
		require.Equal(t, c.text, c.code.String())
		require.EqualError(t, c.err, c.text)
	}
	named := 0
	for code := range core.Code(1000) {
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
		err := error(&core.Error{Code: c.code, Text: "this went wrong"})
		require.EqualError(t, err, "this went wrong")
		for _, other := range codes {
			require.Equal(t, c.code == other.code, errors.Is(err, other.err), "%v is %v", c.code, other.code)
			require.Equal(t, c.code == other.code, errors.Is(c.err, other.err), "%v is %v", c.code, other.code)
			require.Equal(t, c.code == other.code, errors.Is(fmt.Errorf("host: %w", err), other.err))
		}
		require.ErrorIs(t, err, err)
		require.NotErrorIs(t, c.err, err)
		require.NotErrorIs(t, err, &core.Error{Code: c.code, Text: "that went wrong"})
	}
	require.NotErrorIs(t, errors.New("stale handle"), core.ErrStale)
}

// An error within something says where, and the error itself is its cause.
func TestErrorsWrapTheirCauses(t *testing.T) {
	a := must(core.New(core.Options{}))
	_, err := a.AddAgent(core.AgentInfo{ID: "a1", Total: []core.Resource{core.ScalarOf(999, core.Unit)}})
	require.ErrorIs(t, err, core.ErrUnknownKind)
	require.NotErrorIs(t, err, core.ErrInvalid)

	var outer, cause *core.Error
	require.ErrorAs(t, err, &outer)
	require.Equal(t, core.CodeUnknownKind, outer.Code)
	require.ErrorAs(t, errors.Unwrap(err), &cause)
	require.Equal(t, core.CodeUnknownKind, cause.Code)
	require.Same(t, outer.Err, cause)
	require.Contains(t, cause.Text, "kind 999")
	require.NotContains(t, cause.Text, "a1")
	require.Equal(t, `agent "a1": `+cause.Text, err.Error())
	require.NoError(t, errors.Unwrap(cause))

	// With a level more: whose what on which agent.
	web := must(a.InternRole("web"))
	_, err = a.AddFramework(core.FrameworkInfo{ID: "f1", Roles: []core.RoleID{web}, Used: []core.AgentUsage{
		{Agent: "a1", Role: web, Resources: []core.Resource{core.ScalarOf(999, core.Unit)}},
	}})
	require.ErrorIs(t, err, core.ErrUnknownKind)
	require.EqualError(t, err, `framework "f1", used on agent "a1": `+errors.Unwrap(err).Error())
}

// A cause may be of another package.
func TestErrorsWrapForeignCauses(t *testing.T) {
	_, err := core.New(core.Options{FrameworkSorter: "lottery"})
	require.ErrorIs(t, err, core.ErrInvalid)
	require.ErrorIs(t, err, sorter.ErrUnknownPolicy)

	a := must(core.New(core.Options{}))
	for i := range quantities.MaxNames {
		must(a.InternKind(core.Kind{Name: "r" + strconv.Itoa(i)}))
	}
	_, err = a.InternKind(core.Kind{Name: "straw"})
	require.ErrorIs(t, err, core.ErrLimit)
	var cause *quantities.TooManyNamesError
	require.ErrorAs(t, err, &cause)
	require.Equal(t, "straw", cause.Name)
	require.True(t, strings.HasSuffix(err.Error(), cause.Error()), err)
}
