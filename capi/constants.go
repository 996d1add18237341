package main

// #include "apportion.h"
import "C"

import (
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/internal/similar"
	"github.com/apportion/apportion/quantities"
)

// The header's numbers and the core's are the same, see layout_abi.go for how
// the compiler checks that.
func _() {
	const codes = (C.APPORTION_E_INVALID ^ core.CodeInvalid) |
		(C.APPORTION_E_NAME ^ core.CodeName) |
		(C.APPORTION_E_AMOUNT ^ core.CodeAmount) |
		(C.APPORTION_E_UNKNOWN_AGENT ^ core.CodeUnknownAgent) |
		(C.APPORTION_E_UNKNOWN_FRAMEWORK ^ core.CodeUnknownFramework) |
		(C.APPORTION_E_UNKNOWN_ROLE ^ core.CodeUnknownRole) |
		(C.APPORTION_E_UNKNOWN_KIND ^ core.CodeUnknownKind) |
		(C.APPORTION_E_STALE ^ core.CodeStale) |
		(C.APPORTION_E_UNKNOWN_ITEM ^ core.CodeUnknownItem) |
		(C.APPORTION_E_EXISTS ^ core.CodeExists) |
		(C.APPORTION_E_NOT_SUBSCRIBED ^ core.CodeNotSubscribed) |
		(C.APPORTION_E_STATE ^ core.CodeState) |
		(C.APPORTION_E_NOT_ALLOCATED ^ core.CodeNotAllocated) |
		(C.APPORTION_E_NOT_AVAILABLE ^ core.CodeNotAvailable) |
		(C.APPORTION_E_CONVERSION ^ core.CodeConversion) |
		(C.APPORTION_E_LIMIT ^ core.CodeLimit)
	_ = [1]struct{}{}[codes]

	const capabilities = (C.APPORTION_CAP_MULTI_ROLE ^ core.MultiRole) |
		(C.APPORTION_CAP_HIERARCHICAL_ROLE ^ core.HierarchicalRole) |
		(C.APPORTION_CAP_RESERVATION_REFINEMENT ^ core.ReservationRefinement) |
		(C.APPORTION_CAP_GPU_RESOURCES ^ core.GPUResources) |
		(C.APPORTION_CAP_REGION_AWARE ^ core.RegionAware) |
		(C.APPORTION_CAP_REVOCABLE_RESOURCES ^ core.RevocableResources) |
		(C.APPORTION_CAP_SHARED_RESOURCES ^ core.SharedResources)
	_ = [1]struct{}{}[capabilities]

	const reasons = (C.APPORTION_REASON_RECOVERING ^ core.ReasonRecovering) |
		(C.APPORTION_REASON_PAUSED ^ core.ReasonPaused) |
		(C.APPORTION_REASON_NOT_WHITELISTED ^ core.ReasonNotWhitelisted) |
		(C.APPORTION_REASON_AGENT_INACTIVE ^ core.ReasonAgentInactive) |
		(C.APPORTION_REASON_NOTHING_FREE ^ core.ReasonNothingFree) |
		(C.APPORTION_REASON_FRAMEWORK_INACTIVE ^ core.ReasonFrameworkInactive) |
		(C.APPORTION_REASON_SUPPRESSED ^ core.ReasonSuppressed) |
		(C.APPORTION_REASON_OFFER_CONSTRAINTS ^ core.ReasonOfferConstraints) |
		(C.APPORTION_REASON_RESERVED ^ core.ReasonReserved) |
		(C.APPORTION_REASON_BELOW_MINIMUM ^ core.ReasonBelowMinimum) |
		(C.APPORTION_REASON_GPUS_KEPT ^ core.ReasonGPUsKept) |
		(C.APPORTION_REASON_OTHER_REGION ^ core.ReasonOtherRegion) |
		(C.APPORTION_REASON_CAPABILITIES_MISSING ^ core.ReasonCapabilitiesMissing) |
		(C.APPORTION_REASON_ROLE_LIMIT ^ core.ReasonRoleLimit) |
		(C.APPORTION_REASON_HEADROOM ^ core.ReasonHeadroom) |
		(C.APPORTION_REASON_AGENT_TOO_OLD ^ core.ReasonAgentTooOld) |
		(C.APPORTION_REASON_REFUSED ^ core.ReasonRefused) |
		(C.APPORTION_REASON_NONE ^ core.ReasonNone)
	_ = [1]struct{}{}[reasons]

	const changes = (C.APPORTION_CHANGE_RESUME ^ core.ChangeResume) |
		(C.APPORTION_CHANGE_WAIT ^ core.ChangeWait) |
		(C.APPORTION_CHANGE_WHITELIST_HOST ^ core.ChangeWhitelistHost) |
		(C.APPORTION_CHANGE_ACTIVATE_AGENT ^ core.ChangeActivateAgent) |
		(C.APPORTION_CHANGE_UPGRADE_AGENT ^ core.ChangeUpgradeAgent) |
		(C.APPORTION_CHANGE_ACTIVATE_FRAMEWORK ^ core.ChangeActivateFramework) |
		(C.APPORTION_CHANGE_ADD_CAPABILITIES ^ core.ChangeAddCapabilities) |
		(C.APPORTION_CHANGE_SUBSCRIBE ^ core.ChangeSubscribe) |
		(C.APPORTION_CHANGE_LOWER_MINIMUM ^ core.ChangeLowerMinimum) |
		(C.APPORTION_CHANGE_REVIVE ^ core.ChangeRevive) |
		(C.APPORTION_CHANGE_ADMIT_AGENT ^ core.ChangeAdmitAgent) |
		(C.APPORTION_CHANGE_RAISE_LIMIT ^ core.ChangeRaiseLimit) |
		(C.APPORTION_CHANGE_LOWER_GUARANTEE ^ core.ChangeLowerGuarantee) |
		(C.APPORTION_CHANGE_ADD_AGENT ^ core.ChangeAddAgent)
	_ = [1]struct{}{}[changes]

	_ = [1]struct{}{}[(C.APPORTION_ORDER_RANDOM^core.OrderRandom)|(C.APPORTION_ORDER_BY_ID^core.OrderByID)|
		(C.APPORTION_ORDER_PACK^core.OrderPack)|(C.APPORTION_ORDER_SPREAD^core.OrderSpread)]
	_ = [1]struct{}{}[(C.APPORTION_POLICY_OF_ALL^core.OrderOfAll)|(C.APPORTION_POLICY_OF_ROLES^core.OrderOfRoles)|(C.APPORTION_POLICY_OF_FRAMEWORKS^core.OrderOfFrameworks)]
	_ = [1]struct{}{}[(C.APPORTION_SCALAR^core.Scalar)|(C.APPORTION_RANGES^core.Ranges)|(C.APPORTION_SET^core.Set)]
	_ = [1]struct{}{}[(C.APPORTION_STATIC^core.Static)|(C.APPORTION_DYNAMIC^core.Dynamic)]
	_ = [1]struct{}{}[(C.APPORTION_DISK_NO_SOURCE^core.NoSource)|(C.APPORTION_DISK_PATH^core.Path)|
		(C.APPORTION_DISK_MOUNT^core.Mount)|(C.APPORTION_DISK_BLOCK^core.Block)|(C.APPORTION_DISK_RAW^core.Raw)]
	_ = [1]struct{}{}[(C.APPORTION_INVERSE_NONE^core.NoStatus)|(C.APPORTION_INVERSE_ACCEPT^core.Accept)|
		(C.APPORTION_INVERSE_DECLINE^core.Decline)]

	_ = [1]struct{}{}[C.APPORTION_MAX_QUANTITIES-quantities.MaxNames]
	_ = [1]struct{}{}[C.APPORTION_MAX_AMOUNT-quantities.MaxSum]
	_ = [1]struct{}{}[C.APPORTION_MAX_ID-core.MaxIDLength]
	_ = [1]struct{}{}[C.APPORTION_MAX_ROLE_DEPTH-core.MaxRoleDepth]
	_ = [1]struct{}{}[C.APPORTION_MAX_ROLES-core.MaxRoles]
	_ = [1]struct{}{}[C.APPORTION_MAX_KINDS-core.MaxKinds]
	_ = [1]struct{}{}[C.APPORTION_MAX_SIMILAR-similar.Most]
	_ = [1]struct{}{}[C.APPORTION_CAP_MODERN_AGENT^core.ModernAgent]
}
