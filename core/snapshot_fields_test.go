package core

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/shrinkorder"
)

// fates says what becomes of fields in a snapshot.
type fates struct {
	saved   string // they are written, all of them or what the table says of their type
	index   string // they are an index of what is saved, or a sum: worked out anew
	row     string // "Field=name": they are remembered, under that name in a row of DESIGN.md's "What is remembered"
	scratch string // they mean nothing from one call to the next
	fixed   string // they are the host's, or the same for all allocators, but for tests
}

// fieldsOf says of each field of what an allocator is made of what becomes of it in a
// snapshot: one that is not listed has been forgotten there.
var fieldsOf = map[string]fates{
	"core.Allocator": {saved: "View", scratch: "scratch recorded", fixed: "recorder"},
	"core.View":      {saved: "state", index: "explainer", row: "cycle=demand/more_quota_room.go"},
	"state.State": {
		saved: "Options Names Schedule Kinds Roles Agents Lending Frameworks Ledger ShrinkOrder",
		index: "Totals Rules", row: "Changes=changes.Asked",
		fixed: "Limits",
	},
	"schedule.Schedule": {saved: "Now NextPeriodic Candidates Pending Paused Recovery Counters"},
	"roles.Roles": {
		saved: "Tree Sorter",
		index: "Reserved OfferedOrAllocatedReserved ByClient WithQuota totals", row: "ToReassess=QuotaState Required=QuotaState", scratch: "scratch",
	},
	"roles.Tree": {saved: "Registry", index: "top options", fixed: "limits"},
	"agents.Agents": {
		saved:   "Pool Alive Whitelist",
		index:   "Memory ByName Admitted Offerable Maintained FreeRevocable options kinds roles schedule changes",
		scratch: "scratch",
	},
	"frameworks.Frameworks": {
		saved:   "Pool Registered Subscriptions Filters",
		index:   "GlobalMinimum minima ByName Active ActiveCount Excluded names kinds roles agents lending",
		scratch: "scratch",
		fixed:   "limits",
	},
	"ledger.Ledger": {
		saved:   "Entries Lingerings",
		index:   "Cluster UnregisteredUse names totals kinds roles agents frameworks lending",
		scratch: "scratch",
	},
	"alloc.Options":            {saved: "Interval Start RoleSorter FrameworkSorter AgentOrder Seed FairnessExclude MinAllocatable OfferGPUsToAll Region RecoveryTimeout AgentRecoveryFactor NestedQuota StrictUse LendingGrace LendingLeast", index: "RolePolicies", fixed: "Policies test"},
	"alloc.Quantity":           {saved: "Name Amount"},
	"schedule.Counters":        {saved: "Runs Offers Requested Latency Latencies Took TookAll"},
	"schedule.RecoveryHoldOff": {saved: "ExpectedAgents ResumeAt"},

	"lending.Book": {
		scratch: "order left",
		saved:   "Terms Waits loans shares",
		index:   "On RecalledOn Lent OfPool byRole borrowed options schedule changes names kinds roles counted noLonger",
	},
	"lending.Terms":     {saved: "Role Settings Borrowing", index: "Borrowed", scratch: "deserves mayRecall wasLeft", row: "mark=lending.roomMark boundMark=lending.roomMark denied=lending.roomMark"},
	"lending.Settings":  {saved: "Guarantee Reservations Most MostRecalled"},
	"lending.Borrowing": {saved: "Most Parts"},
	"lending.Wait":      {saved: "Role Item Amount Length Until"},
	"lending.Share":     {saved: "For Original N Back"},
	"lending.Loan":      {saved: "Subscription Original Copy N Since Cost For Due", index: "Role Name Reserved"},

	"agents.Agent": {
		saved: "Entries Generation Capabilities Activated Exclusions Filters Total Names InUse Maintenance",
		index: "Free Few Overdrawn GPUs Remote",
	},
	"agents.Names":         {saved: "Name Hostname Region"},
	"agents.EntryRef":      {saved: "Subscription", index: "Entry"},
	"ledger.Entry":         {saved: "Agent Subscription Resources", index: "PrevOfSubscription NextOfSubscription"},
	"agents.InUse":         {saved: "Role Resources OnlyTold"},
	"agents.Maintenance":   {saved: "Unavailability Answers filters"},
	"alloc.Unavailability": {saved: "Start Duration"},
	"agents.InverseAnswer": {saved: "Outstanding Status"},
	"ledger.Lingerings":    {saved: "Of On Next Left", index: "ledger", scratch: "scratch"},
	"ledger.Lingering":     {saved: "Resources", index: "place"},

	"frameworks.Framework": {saved: "Name Generation Active Capabilities Settings", index: "Subscriptions Few"},
	"alloc.Settings":       {saved: "Rank"},
	"frameworks.Subscription": {
		saved: "Framework Role Live Subscribed Suppressed Refused Minimum Offers OfferedAt History",
		index: "Client Place Tracked FirstEntry",
	},
	"frameworks.OfferHistory": {saved: "Agent Last Used Returned Filters Refused"},
	"frameworks.Minimum":      {saved: "Rows", index: "key Subscriptions"},
	"rows.Past":               {saved: "row", index: "asOf"},

	"roles.Role": {
		saved: "text Parent Weight Settings Own QuotaState Frameworks",
		index: "long firstLong depth children Listed isKept few Active Sums Subscriptions ByClient Client", row: "QuotaDirty=QuotaState quotaSet=QuotaState DirtyPlace=QuotaState",
	},
	"roles.QuotaState": {saved: "Quota", index: "HasQuota", row: "Consumed=QuotaState Need=QuotaState NeedBelow=QuotaState mark=roles.RoomMark"},
	"roles.Quota":      {saved: "Guarantees Limits"},
	"roles.Limits":     {saved: "Amounts Finite"},

	"alloc.Kind":         {saved: "Name Type Reservations Disk Revocable Shared Provider"},
	"alloc.Reservation":  {saved: "Type Role Principal Labels"},
	"alloc.Disk":         {saved: "Source Root Vendor ID Profile Metadata Persistence"},
	"alloc.Label":        {saved: "Key Value"},
	"resource.Kinds":     {saved: "kinds items SetItems", index: "roles intervals names", scratch: "key"},
	"resource.kindEntry": {saved: "Kind description", index: "key"},
	"resource.Kind":      {saved: "ID Size", index: "Name Flags Set owner Role hash"},
	"resource.SetItems":  {saved: "items"},
	"resource.setItem":   {saved: "name"},
	"resource.Bag":       {saved: "Counts Intervals", index: "Flags"},
	"resource.Count":     {saved: "key N", index: "Name owner"},
	"resource.Interval":  {saved: "Kind Begin End"},
	"filters.Filters":    {index: "table of deadlines", scratch: "scratch"},
	"filters.Table":      {saved: "groups refusals", index: "filters due"},
	"filters.group":      {saved: "who deadline number refusal"},
	"filters.refusal":    {saved: "resources lasts"},
	"order.Sorter": {
		saved: "tree sorts",
		index: "top set levels resort weighInactive totals unweighed firstLeaf firstUnweighed epoch progress shuffle seed structure leaves clients weights", row: "sharesVersion=order moved=order",
	},
	"order.tree":             {saved: "states extras", index: "rules tags alloc groups nodeSlots groupSlots initial"},
	"order.extra":            {saved: "blocked mean since lifetime", index: "rank"},
	"order.lifetime":         {saved: "came asks until used"},
	"order.remembered":       {saved: "list", index: "asOf"},
	"order.thousandthNanos":  {saved: "high low"},
	"order.decayedAmount":    {saved: "whole part"},
	"roles.OwnPolicies":      {saved: "Roles Frameworks"},
	"container.Registry":     {saved: "elements Numbers", index: "index", fixed: "key"},
	"container.Numbers":      {saved: "slots numbers uses", index: "idle", fixed: "form mask"},
	"container.numberUse":    {saved: "held again", index: "refs idle"},
	"container.Slots":        {saved: "vacant size next", index: "vacancies"},
	"order.state":            {saved: "picks weight", index: "parent group client place"},
	"rows.Names":             {saved: "entries numbers", index: "index forgotten"},
	"rows.nameEntry":         {saved: "text", index: "forgottenAt"},
	"container.SparseBitSet": {saved: "words places"},
	"container.Pool":         {saved: "chunks", index: "slots retired"},
	"shrinkorder.Order":      {saved: "Emulation", index: "kinds", scratch: "draws lentLast space"},
}

// behind are the types behind the interfaces in an allocator.
var behind = map[string][]reflect.Type{
	"interface {}":          {reflect.TypeFor[alloc.Kind]()}, // a kind's description
	"shrinkorder.Emulation": {reflect.TypeFor[shrinkorder.None]()},
}

// TestSnapshotsForgetNoField holds that each field of an allocator is saved, or follows from what is:
// as an index, or as what spares work until something happens that DESIGN.md names.
func TestSnapshotsForgetNoField(t *testing.T) {
	seen := map[string]bool{}
	remembered = rowsOfDesign(t)
	walk(t, reflect.TypeFor[Allocator](), seen)
	for name := range fieldsOf {
		require.True(t, seen[name], "%s is listed, but not in an allocator", name)
	}
}

// remembered are the names in the column "where" of what DESIGN.md says is remembered.
var remembered map[string]bool

func rowsOfDesign(t *testing.T) map[string]bool {
	text, err := os.ReadFile("../DESIGN.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(text), "\n## What is remembered\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	names := map[string]bool{}
	for line := range strings.Lines(section) {
		if cells := strings.Split(line, " | "); len(cells) == 4 {
			for i, name := range strings.Split(cells[1], "`") {
				names[name] = names[name] || i%2 == 1
			}
		}
	}
	return names
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
	for _, list := range []string{fate.saved, fate.index, fate.row, fate.scratch, fate.fixed} {
		for f := range strings.FieldsSeq(list) {
			f, row, _ := strings.Cut(f, "=")
			require.Equal(t, list == fate.row, remembered[row], "%s.%s: no row of DESIGN.md has %q", name, f, row)
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
