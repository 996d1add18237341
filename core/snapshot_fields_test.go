package core

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/internal/shrinkorder"
)

// fates says what becomes of fields in a snapshot.
type fates struct {
	saved   string // they are written, all of them or what the table says of their type
	derived string // they are worked out anew
	scratch string // they mean nothing from one call to the next
	fixed   string // they are the same for all allocators, but for tests
}

// fieldsOf says of each field of what an allocator is made of what becomes of it in a
// snapshot: one that is not listed has been forgotten there.
var fieldsOf = map[string]fates{
	"core.Allocator": {saved: "state", derived: "explainer", scratch: "cycle scratch"},
	"state.State": {
		saved:   "Options Names News Kinds Roles Agents Lending Frameworks Ledger ShrinkOrder",
		derived: "Totals Rules Changes",
		fixed:   "Limits",
	},
	"news.News":   {saved: "Now NextPeriodic Candidates Pending Paused Recovery Counters"},
	"kinds.Kinds": {saved: "Kinds SetItems", derived: "names", scratch: "Key"},
	"roles.Roles": {
		saved:   "Tree Quotas Sorter",
		derived: "Reserved OfferedOrAllocatedReserved ByClient Policies WithSettings totals",
	},
	"roles.Quotas": {derived: "Tree WithQuota ToReassess Required", scratch: "scratch"},
	"roles.Tree":   {saved: "Registry Idle", derived: "ByName seed top options", fixed: "limits"},
	"agents.Agents": {
		saved:   "Pool Whitelist",
		derived: "Memory TotalsByBag ByName ByID Sorted Alive Admitted Offerable Maintained Fullness FreeRevocable options kinds roles news changes",
		scratch: "scratch",
	},
	"frameworks.Frameworks": {
		saved:   "Pool Registered Subscriptions Minima Filters",
		derived: "ByName Active ActiveCount Excluded names options kinds roles agents lending",
		scratch: "NextHistory scratch",
		fixed:   "limits",
	},
	"ledger.Ledger": {
		saved:   "Entries Lingerings",
		derived: "Cluster UnregisteredUse names totals kinds roles agents frameworks lending",
		scratch: "scratch",
	},
	"api.Options":          {saved: "Interval Start RoleSorter FrameworkSorter AgentOrder Seed FairnessExclude MinAllocatable OfferGPUsToAll Region RecoveryTimeout AgentRecoveryFactor NestedQuota LendingGrace LendingLeast test", derived: "RolePolicies"},
	"tested.Options":       {saved: "FullPass Resort"},
	"api.Quantity":         {saved: "Name Amount"},
	"news.Counters":        {saved: "Runs Offers Requested Latency Latencies Took TookAll"},
	"news.RecoveryHoldOff": {saved: "ExpectedAgents ResumeAt"},

	"lending.Book": {
		saved:   "Lenders Waits loans returned events",
		derived: "On RecalledOn Lent OfPool byRole borrowed anew options news kinds roles",
	},
	"lending.Lender":   {saved: "Role Settings", derived: "OfReservations place"},
	"lending.Settings": {saved: "Guarantee Reservations Most"},
	"lending.Wait":     {saved: "Role Item Reserved Amount Length Until", derived: "Name"},
	"lending.Returned": {saved: "Agent Role"},
	"lending.Loan":     {saved: "Subscription Original Copy N Since Event For Due", derived: "Name Reserved"},

	"agents.Agent": {
		saved:   "Entries Generation Capabilities Live Activated Exclusions Filters Total Names InUse Maintenance",
		derived: "Free Few Overdrawn GPUs Remote OwnsTotal HasLingering",
	},
	"agents.Names":          {saved: "text idEnd hostEnd"},
	"agents.EntryRef":       {saved: "Subscription", derived: "Entry"},
	"ledger.Entry":          {saved: "Agent Subscription Resources NextOfSubscription", derived: "PrevOfSubscription"},
	"agents.InUse":          {saved: "Role Resources OnlyTold"},
	"agents.Exclusions":     {saved: "Subscriptions", derived: "Count"},
	"agents.Maintenance":    {saved: "Unavailability Answers filters", derived: "Gone"},
	"agents.inverseFilters": {saved: "ends", derived: "overAt kept"},
	"container.Pieces":      {saved: "pieces"},
	"api.Unavailability":    {saved: "Start Duration"},
	"agents.InverseAnswer":  {saved: "Framework Outstanding Status"},
	"ledger.Lingerings":     {saved: "Of Last", derived: "On Due ledger", scratch: "scratch"},
	"ledger.Lingering":      {saved: "Agent Resources Changes Size Due"},

	"frameworks.Framework": {saved: "Name Generation Registered Active Capabilities Settings", derived: "Subscriptions Few Entries InverseFilters"},
	"roles.Settings":       {saved: "Rank"},
	"frameworks.Subscription": {
		saved:   "Framework Role Client Place Live Tracked Subscribed Suppressed Refused Entries Minimum LastOffer LastIn Offers OfferedAt History",
		derived: "Active ExcludedFrom",
	},
	"frameworks.OfferHistory": {saved: "Agent Last Used Returned Filters Refused"},
	"quantities.PastRow":      {saved: "row", derived: "asOf"},
	"frameworks.Minima":       {saved: "List", derived: "byKey vacant known"},
	"frameworks.minimum":      {saved: "Rows", derived: "key Subscriptions Count"},

	"roles.Role": {
		saved:   "text Parent Held Idle Weight Settings Own QuotaState Subscriptions Frameworks ByClient Client",
		derived: "long ancestor depth children Listed Refs QuotaDirty quotaSet DirtyPlace few Active Sums",
		scratch: "offeredIn",
	},
	"roles.QuotaState": {saved: "Quota", derived: "HasQuota Consumed Need NeedBelow mark"},
	"roles.Quota":      {saved: "Guarantees Limits"},
	"roles.Limits":     {saved: "Amounts Finite"},

	"api.Kind":                       {saved: "Name Type Reservations Disk Revocable Shared Provider"},
	"api.Reservation":                {saved: "Type Role Principal Labels"},
	"api.Disk":                       {saved: "Source Root Vendor ID Profile Metadata Persistence"},
	"api.Label":                      {saved: "Key Value"},
	"resource.Kinds":                 {saved: "kinds items idle", derived: "byKey bySize seed owners intervals"},
	"resource.kindEntry":             {saved: "entry held description", derived: "key"},
	"resource.entry":                 {saved: "Kind idle", derived: "refs"},
	"resource.Kind":                  {saved: "ID Size", derived: "Name Flags Set owner Role hash"},
	"resource.SetItems":              {saved: "items idle", derived: "byName"},
	"resource.setItem":               {saved: "name held idle", derived: "refs"},
	"resource.Bag":                   {saved: "Counts Intervals", derived: "Flags"},
	"resource.Count":                 {saved: "key N", derived: "Name owner"},
	"resource.Interval":              {saved: "Kind Begin End"},
	"offerfilter.Filters":            {saved: "subscriptionEpochs deadlines", derived: "tables live blocks inForce over Spare", scratch: "forRefusers forBlock"},
	"offerfilter.subscriptionEpochs": {saved: "epochs", derived: "shared"},
	"offerfilter.Table":              {saved: "list refusals vacant due", derived: "subscriptions blocks"},
	"offerfilter.filter":             {saved: "key deadline"},
	"offerfilter.refusal":            {saved: "resources lasts next", derived: "refs"},
	"sorter.Sorter": {
		saved:   "tree leaves free weights sorts",
		derived: "kind top set levels resort weighInactive totals sharesVersion moved unweighed firstLeaf firstUnweighed epoch progress shuffle seed structure",
		scratch: "scratch",
	},
	"sorter.tree":            {saved: "states extras", derived: "rules tags alloc groups freeNodes freeGroups initial"},
	"sorter.extra":           {saved: "rank blocked mean since lifetime", derived: "asOf"},
	"sorter.lifetime":        {saved: "came asks until used", derived: "asOf"},
	"sorter.thousandthNanos": {saved: "high low"},
	"sorter.decayedAmount":   {saved: "whole part"},
	"roles.OwnPolicies":      {saved: "Roles Frameworks"},
	"container.Registry":     {saved: "elements slots vacant", derived: "size"},
	"container.registrySlot": {saved: "next round"},
	"container.slotQueue":    {saved: "first", derived: "last size"},
	"sorter.state":           {saved: "picks weight", derived: "parent group client place"},
	"quantities.Names":       {saved: "entries vacant idle", derived: "index forgotten"},
	"quantities.nameEntry":   {saved: "text round known idle", derived: "refs forgottenAt"},
	"container.Slab":         {saved: "chunks size"},
	"container.SparseBitSet": {saved: "words places"},
	"container.Pool":         {saved: "Slab free retired"},
	"container.Numbered":     {saved: "stretches next round", derived: "last size"},
	"container.stretch":      {saved: "blocks", derived: "used"},
	"container.block":        {saved: "taken resting elements"},
	"container.Heap":         {saved: "entries", derived: "places members"},
	"shrinkorder.Order":      {saved: "Emulation", derived: "kinds", scratch: "draws space"},
	"container.heapEntry":    {saved: "slot key"},
}

// behind are the types behind the interfaces in an allocator.
var behind = map[string][]reflect.Type{
	"interface {}":          {reflect.TypeFor[Kind]()}, // a kind's description
	"shrinkorder.Emulation": {reflect.TypeFor[shrinkorder.None]()},
}

func TestSnapshotsForgetNoField(t *testing.T) {
	seen := map[string]bool{}
	walk(t, reflect.TypeFor[Allocator](), seen)
	for name := range fieldsOf {
		require.True(t, seen[name], "%s is listed, but not in an allocator", name)
	}
}

// walk holds the fields of a type, and of those of its fields that are saved, to the
// table.
func walk(t *testing.T, x reflect.Type, seen map[string]bool) {
	switch x.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		walk(t, x.Elem(), seen)
		return
	case reflect.Interface:
		for _, y := range behind[x.String()] {
			walk(t, y, seen)
		}
		return
	case reflect.Struct:
	default:
		return
	}
	name, _, isGeneric := strings.Cut(x.String(), "[")
	if x.NumField() == 0 || seen[name] && !isGeneric || name == "quantities.Row" || name == "quantities.NameSet" {
		return // amounts and names are written as what they are
	}
	seen[name] = true
	for _, f := range holdToTable(t, x, name) {
		walk(t, f, seen)
	}
}

// holdToTable compares the fields of a type with those that are listed. It returns
// the types of those that are saved.
func holdToTable(t *testing.T, x reflect.Type, name string) (types []reflect.Type) {
	fate := fieldsOf[name]
	isSaved := map[string]bool{}
	for _, list := range []string{fate.saved, fate.derived, fate.scratch, fate.fixed} {
		for f := range strings.FieldsSeq(list) {
			require.NotContains(t, isSaved, f, name)
			isSaved[f] = list == fate.saved
		}
	}
	for i := range x.NumField() {
		f := x.Field(i)
		on, ok := isSaved[f.Name]
		require.True(t, ok, "%s has a field %s that the table does not know: snapshots (persist.go beside it) must have it, or do without", name, f.Name)
		if on {
			types = append(types, f.Type)
		}
		delete(isSaved, f.Name)
	}
	require.Empty(t, isSaved, "%s lists fields that are gone", name)
	return types
}
