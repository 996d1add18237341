package differential

import (
	"errors"
	"fmt"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/quantities"
)

// observations are what is known of the core's calls.
type observations struct {
	calls    map[string]bool              // that were made
	refusals map[documentedRefusal]string // with the text of an error
}

var codeNames = map[alloc.Code]string{
	alloc.CodeInvalid:          "CodeInvalid",
	alloc.CodeName:             "CodeName",
	alloc.CodeAmount:           "CodeAmount",
	alloc.CodeUnknownAgent:     "CodeUnknownAgent",
	alloc.CodeUnknownFramework: "CodeUnknownFramework",
	alloc.CodeUnknownRole:      "CodeUnknownRole",
	alloc.CodeUnknownKind:      "CodeUnknownKind",
	alloc.CodeStale:            "CodeStale",
	alloc.CodeUnknownItem:      "CodeUnknownItem",
	alloc.CodeExists:           "CodeExists",
	alloc.CodeNotSubscribed:    "CodeNotSubscribed",
	alloc.CodeState:            "CodeState",
	alloc.CodeNotAllocated:     "CodeNotAllocated",
	alloc.CodeNotAvailable:     "CodeNotAvailable",
	alloc.CodeConversion:       "CodeConversion",
	alloc.CodeLimit:            "CodeLimit",
}

// note notes the outcome of a call and returns it.
func (o *observations) note(call string, err error) error {
	o.calls[call] = true
	if err == nil {
		return nil
	}
	var e *alloc.Error
	if !errors.As(err, &e) {
		panic(fmt.Sprintf("%s: an error without a code: %v", call, err))
	}
	o.refusals[documentedRefusal{call, codeNames[e.Code]}] = e.Text
	return err
}

// noted is note for a call with a result.
func noted[T any](o *observations, call string, v T, err error) (T, error) {
	return v, o.note(call, err)
}

// Called implements core.Recorder.
func (o *observations) Called(c calls.Call, _ uint64, refused error) {
	_ = o.note(c.Op().String(), refused)
}

// Allocated implements core.Recorder.
func (o *observations) Allocated(alloc.Time, *alloc.Cycle, uint64) {}

// A recorder is an allocator that notes what its calls, and questions to it, are refused with.
type recorder struct {
	sequence.Core
	seen *observations
}

func newRecorder(a *core.Allocator, seen *observations) *recorder {
	a.SetRecorder(seen)
	return &recorder{sequence.Core{Allocator: a}, seen}
}

func (r *recorder) RoleName(id alloc.RoleID) (string, error) {
	v, err := r.Allocator.RoleName(id)
	return noted(r.seen, "RoleName", v, err)
}

func (r *recorder) DescribeKind(id alloc.KindID) (alloc.Kind, error) {
	v, err := r.Allocator.DescribeKind(id)
	return noted(r.seen, "DescribeKind", v, err)
}

func (r *recorder) ItemName(n alloc.SetItemID) (string, error) {
	v, err := r.Allocator.ItemName(n)
	return noted(r.seen, "ItemName", v, err)
}

func (r *recorder) ResourceName(i quantities.Name) (string, error) {
	v, err := r.Allocator.ResourceName(i)
	return noted(r.seen, "ResourceName", v, err)
}

func (r *recorder) AgentName(id alloc.AgentID) (string, error) {
	v, err := r.Allocator.AgentName(id)
	return noted(r.seen, "AgentName", v, err)
}

func (r *recorder) AgentFilters(dst []core.AgentFilter, id alloc.AgentID) ([]core.AgentFilter, error) {
	v, err := r.Allocator.AgentFilters(dst, id)
	return noted(r.seen, "AgentFilters", v, err)
}

func (r *recorder) AgentHoldings(dst []alloc.Usage, id alloc.AgentID) ([]alloc.Usage, error) {
	v, err := r.Allocator.AgentHoldings(dst, id)
	return noted(r.seen, "AgentHoldings", v, err)
}

func (r *recorder) DescribeFramework(id alloc.FrameworkID) (alloc.FrameworkInfo, error) {
	v, err := r.Allocator.DescribeFramework(id)
	return noted(r.seen, "DescribeFramework", v, err)
}

func (r *recorder) FrameworkSettings(id alloc.FrameworkID) (alloc.Settings, error) {
	v, err := r.Allocator.FrameworkSettings(id)
	return noted(r.seen, "FrameworkSettings", v, err)
}

func (r *recorder) FrameworkName(id alloc.FrameworkID) (string, error) {
	v, err := r.Allocator.FrameworkName(id)
	return noted(r.seen, "FrameworkName", v, err)
}

func (r *recorder) AgentTotal(dst []alloc.Resource, id alloc.AgentID) ([]alloc.Resource, error) {
	v, err := r.Allocator.AgentTotal(dst, id)
	return noted(r.seen, "AgentTotal", v, err)
}

func (r *recorder) AgentFree(dst []alloc.Resource, id alloc.AgentID) ([]alloc.Resource, error) {
	v, err := r.Allocator.AgentFree(dst, id)
	return noted(r.seen, "AgentFree", v, err)
}

func (r *recorder) OfferedOrAllocated(dst []alloc.Resource, id alloc.AgentID, f alloc.FrameworkID, role alloc.RoleID) ([]alloc.Resource, error) {
	v, err := r.Allocator.OfferedOrAllocated(dst, id, f, role)
	return noted(r.seen, "OfferedOrAllocated", v, err)
}

func (r *recorder) Allocated(dst []alloc.Resource, id alloc.AgentID, role alloc.RoleID) ([]alloc.Resource, error) {
	v, err := r.Allocator.Allocated(dst, id, role)
	return noted(r.seen, "Allocated", v, err)
}

func (r *recorder) Explain(id alloc.FrameworkID, role alloc.RoleID) (*explain.Explanation, error) {
	v, err := r.Allocator.Explain(id, role)
	return noted(r.seen, "Explain", v, err)
}

func (r *recorder) ExplainFramework(id alloc.FrameworkID) ([]*explain.Explanation, error) {
	v, err := r.Allocator.ExplainFramework(id)
	return noted(r.seen, "ExplainFramework", v, err)
}

func (r *recorder) ExplainAgent(id alloc.FrameworkID, role alloc.RoleID, agent alloc.AgentID) (*explain.AgentExplanation, error) {
	v, err := r.Allocator.ExplainAgent(id, role, agent)
	return noted(r.seen, "ExplainAgent", v, err)
}

func (r *recorder) RoleLimits(role alloc.RoleID) ([]explain.LimitState, error) {
	v, err := r.Allocator.RoleLimits(role)
	return noted(r.seen, "RoleLimits", v, err)
}

func (r *recorder) ExplainRole(role alloc.RoleID) (*explain.RoleExplanation, error) {
	v, err := r.Allocator.ExplainRole(role)
	return noted(r.seen, "ExplainRole", v, err)
}

func (r *recorder) RequestedStandings(list []alloc.Request) (*alloc.Standings, error) {
	v, err := r.Allocator.RequestedStandings(list)
	return noted(r.seen, "RequestedStandings", v, err)
}

func (r *recorder) WouldFit(n alloc.Newcomer) (*explain.Fit, error) {
	v, err := r.Allocator.WouldFit(n)
	return noted(r.seen, "WouldFit", v, err)
}

func (r *recorder) NewcomerStanding(n alloc.Newcomer) (*alloc.Standings, error) {
	v, err := r.Allocator.NewcomerStanding(n)
	return noted(r.seen, "NewcomerStanding", v, err)
}

func (r *recorder) ExplainStanding(q alloc.StandingQuestion) (*explain.Standings, error) {
	v, err := r.Allocator.ExplainStanding(q)
	return noted(r.seen, "ExplainStanding", v, err)
}
