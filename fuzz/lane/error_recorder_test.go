package lane

import (
	"errors"
	"fmt"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/quantities"
)

// observations are what is known of the core's calls.
type observations struct {
	calls    map[string]bool              // that were made
	refusals map[documentedRefusal]string // with the text of an error
}

var codeNames = map[core.Code]string{
	core.CodeInvalid:          "CodeInvalid",
	core.CodeName:             "CodeName",
	core.CodeAmount:           "CodeAmount",
	core.CodeUnknownAgent:     "CodeUnknownAgent",
	core.CodeUnknownFramework: "CodeUnknownFramework",
	core.CodeUnknownRole:      "CodeUnknownRole",
	core.CodeUnknownKind:      "CodeUnknownKind",
	core.CodeStale:            "CodeStale",
	core.CodeUnknownItem:      "CodeUnknownItem",
	core.CodeExists:           "CodeExists",
	core.CodeNotSubscribed:    "CodeNotSubscribed",
	core.CodeState:            "CodeState",
	core.CodeNotAllocated:     "CodeNotAllocated",
	core.CodeNotAvailable:     "CodeNotAvailable",
	core.CodeConversion:       "CodeConversion",
	core.CodeLimit:            "CodeLimit",
}

// note notes the outcome of a call and returns it.
func (o *observations) note(call string, err error) error {
	o.calls[call] = true
	if err == nil {
		return nil
	}
	var e *core.Error
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

// A recorder is an allocator that notes what its calls are refused with.
type recorder struct {
	*core.Allocator
	seen *observations
}

func (r *recorder) InternRole(path string) (core.RoleID, error) {
	v, err := r.Allocator.InternRole(path)
	return noted(r.seen, "InternRole", v, err)
}

func (r *recorder) RoleName(id core.RoleID) (string, error) {
	v, err := r.Allocator.RoleName(id)
	return noted(r.seen, "RoleName", v, err)
}

func (r *recorder) InternKind(k core.Kind) (core.KindID, error) {
	v, err := r.Allocator.InternKind(k)
	return noted(r.seen, "InternKind", v, err)
}

func (r *recorder) ReleaseRoles(roles ...core.RoleID) error {
	return r.seen.note("ReleaseRoles", r.Allocator.ReleaseRoles(roles...))
}

func (r *recorder) ReleaseKinds(kinds ...core.KindID) error {
	return r.seen.note("ReleaseKinds", r.Allocator.ReleaseKinds(kinds...))
}

func (r *recorder) ReleaseItems(items ...uint64) error {
	return r.seen.note("ReleaseItems", r.Allocator.ReleaseItems(items...))
}

func (r *recorder) DescribeKind(id core.KindID) (core.Kind, error) {
	v, err := r.Allocator.DescribeKind(id)
	return noted(r.seen, "DescribeKind", v, err)
}

func (r *recorder) InternItem(name string) (uint64, error) {
	v, err := r.Allocator.InternItem(name)
	return noted(r.seen, "InternItem", v, err)
}

func (r *recorder) ItemName(n uint64) (string, error) {
	v, err := r.Allocator.ItemName(n)
	return noted(r.seen, "ItemName", v, err)
}

func (r *recorder) NumberedResource(number quantities.Number) (string, error) {
	v, err := r.Allocator.NumberedResource(number)
	return noted(r.seen, "NumberedResource", v, err)
}

func (r *recorder) ResourceName(i quantities.Name) (string, error) {
	v, err := r.Allocator.ResourceName(i)
	return noted(r.seen, "ResourceName", v, err)
}

func (r *recorder) AgentName(id core.AgentID) (string, error) {
	v, err := r.Allocator.AgentName(id)
	return noted(r.seen, "AgentName", v, err)
}

func (r *recorder) AgentFilters(dst []core.AgentFilter, id core.AgentID) ([]core.AgentFilter, error) {
	v, err := r.Allocator.AgentFilters(dst, id)
	return noted(r.seen, "AgentFilters", v, err)
}

func (r *recorder) AgentHoldings(dst []core.Usage, id core.AgentID) ([]core.Usage, error) {
	v, err := r.Allocator.AgentHoldings(dst, id)
	return noted(r.seen, "AgentHoldings", v, err)
}

func (r *recorder) DescribeFramework(id core.FrameworkID) (core.FrameworkInfo, error) {
	v, err := r.Allocator.DescribeFramework(id)
	return noted(r.seen, "DescribeFramework", v, err)
}

func (r *recorder) FrameworkName(id core.FrameworkID) (string, error) {
	v, err := r.Allocator.FrameworkName(id)
	return noted(r.seen, "FrameworkName", v, err)
}

func (r *recorder) AgentTotal(dst []core.Resource, id core.AgentID) ([]core.Resource, error) {
	v, err := r.Allocator.AgentTotal(dst, id)
	return noted(r.seen, "AgentTotal", v, err)
}

func (r *recorder) AgentFree(dst []core.Resource, id core.AgentID) ([]core.Resource, error) {
	v, err := r.Allocator.AgentFree(dst, id)
	return noted(r.seen, "AgentFree", v, err)
}

func (r *recorder) OfferedOrAllocated(dst []core.Resource, id core.AgentID, f core.FrameworkID, role core.RoleID) ([]core.Resource, error) {
	v, err := r.Allocator.OfferedOrAllocated(dst, id, f, role)
	return noted(r.seen, "OfferedOrAllocated", v, err)
}

func (r *recorder) Allocated(dst []core.Resource, id core.AgentID, role core.RoleID) ([]core.Resource, error) {
	v, err := r.Allocator.Allocated(dst, id, role)
	return noted(r.seen, "Allocated", v, err)
}

func (r *recorder) AddAgent(info core.AgentInfo) (core.AgentID, error) {
	v, err := r.Allocator.AddAgent(info)
	return noted(r.seen, "AddAgent", v, err)
}

func (r *recorder) UpdateAgent(id core.AgentID, u core.AgentUpdate) error {
	return r.seen.note("UpdateAgent", r.Allocator.UpdateAgent(id, u))
}

func (r *recorder) RemoveAgent(id core.AgentID) error {
	return r.seen.note("RemoveAgent", r.Allocator.RemoveAgent(id))
}

func (r *recorder) ActivateAgent(id core.AgentID) error {
	return r.seen.note("ActivateAgent", r.Allocator.ActivateAgent(id))
}

func (r *recorder) DeactivateAgent(id core.AgentID) error {
	return r.seen.note("DeactivateAgent", r.Allocator.DeactivateAgent(id))
}

func (r *recorder) AddResourceProvider(id core.AgentID, total []core.Resource, used []core.Usage) error {
	return r.seen.note("AddResourceProvider", r.Allocator.AddResourceProvider(id, total, used))
}

func (r *recorder) AddFramework(info core.FrameworkInfo) (core.FrameworkID, error) {
	v, err := r.Allocator.AddFramework(info)
	return noted(r.seen, "AddFramework", v, err)
}

func (r *recorder) UpdateFramework(id core.FrameworkID, u core.FrameworkUpdate) error {
	return r.seen.note("UpdateFramework", r.Allocator.UpdateFramework(id, u))
}

func (r *recorder) RemoveFramework(id core.FrameworkID) error {
	return r.seen.note("RemoveFramework", r.Allocator.RemoveFramework(id))
}

func (r *recorder) ActivateFramework(id core.FrameworkID) error {
	return r.seen.note("ActivateFramework", r.Allocator.ActivateFramework(id))
}

func (r *recorder) DeactivateFramework(id core.FrameworkID) error {
	return r.seen.note("DeactivateFramework", r.Allocator.DeactivateFramework(id))
}

func (r *recorder) RequestResources(id core.FrameworkID) error {
	return r.seen.note("RequestResources", r.Allocator.RequestResources(id))
}

func (r *recorder) SuppressOffers(id core.FrameworkID, roles []core.RoleID) error {
	return r.seen.note("SuppressOffers", r.Allocator.SuppressOffers(id, roles))
}

func (r *recorder) ReviveOffers(id core.FrameworkID, roles []core.RoleID) error {
	return r.seen.note("ReviveOffers", r.Allocator.ReviveOffers(id, roles))
}

func (r *recorder) ExcludeAgents(id core.FrameworkID, role core.RoleID, agents []core.AgentID) error {
	return r.seen.note("ExcludeAgents", r.Allocator.ExcludeAgents(id, role, agents))
}

func (r *recorder) ExcludeAgent(id core.FrameworkID, role core.RoleID, agent core.AgentID, excluded bool) error {
	return r.seen.note("ExcludeAgent", r.Allocator.ExcludeAgent(id, role, agent, excluded))
}

func (r *recorder) UpdateAllocation(u core.AllocationUpdate) error {
	return r.seen.note("UpdateAllocation", r.Allocator.UpdateAllocation(u))
}

func (r *recorder) UpdateAvailable(id core.AgentID, conversions []core.Conversion) error {
	return r.seen.note("UpdateAvailable", r.Allocator.UpdateAvailable(id, conversions))
}

func (r *recorder) TransitionOfferedToAllocated(id core.AgentID, role core.RoleID, resources []core.Resource) error {
	return r.seen.note("TransitionOfferedToAllocated", r.Allocator.TransitionOfferedToAllocated(id, role, resources))
}

func (r *recorder) RecoverResources(q core.RecoverRequest) error {
	return r.seen.note("RecoverResources", r.Allocator.RecoverResources(q))
}

func (r *recorder) UpdateUnavailability(id core.AgentID, u *core.Unavailability) error {
	return r.seen.note("UpdateUnavailability", r.Allocator.UpdateUnavailability(id, u))
}

func (r *recorder) UpdateInverseOffer(u core.InverseOfferUpdate) error {
	return r.seen.note("UpdateInverseOffer", r.Allocator.UpdateInverseOffer(u))
}

func (r *recorder) SetQuota(role core.RoleID, q core.Quota) error {
	return r.seen.note("SetQuota", r.Allocator.SetQuota(role, q))
}

func (r *recorder) SetWeights(weights []core.RoleWeight) error {
	return r.seen.note("SetWeights", r.Allocator.SetWeights(weights))
}

func (r *recorder) SetRanks(roles []core.RoleRank, frameworks []core.FrameworkRank) error {
	return r.seen.note("SetRanks", r.Allocator.SetRanks(roles, frameworks))
}

func (r *recorder) SetLending(l core.Lending) error {
	return r.seen.note("SetLending", r.Allocator.SetLending(l))
}

func (r *recorder) SetPolicy(id core.RoleID, of core.Ordered, p core.Policy) error {
	return r.seen.note("SetPolicy", r.Allocator.SetPolicy(id, of, p))
}

func (r *recorder) Recover(now core.Time, expectedAgents int, quotas []core.RoleQuota) error {
	return r.seen.note("Recover", r.Allocator.Recover(now, expectedAgents, quotas))
}

func (r *recorder) Explain(id core.FrameworkID, role core.RoleID) (*core.Explanation, error) {
	v, err := r.Allocator.Explain(id, role)
	return noted(r.seen, "Explain", v, err)
}

func (r *recorder) ExplainFramework(id core.FrameworkID) ([]*core.Explanation, error) {
	v, err := r.Allocator.ExplainFramework(id)
	return noted(r.seen, "ExplainFramework", v, err)
}

func (r *recorder) ExplainAgent(id core.FrameworkID, role core.RoleID, agent core.AgentID) (*core.AgentExplanation, error) {
	v, err := r.Allocator.ExplainAgent(id, role, agent)
	return noted(r.seen, "ExplainAgent", v, err)
}

func (r *recorder) ExplainRole(role core.RoleID) (*core.RoleExplanation, error) {
	v, err := r.Allocator.ExplainRole(role)
	return noted(r.seen, "ExplainRole", v, err)
}
