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
	"core.Allocator": {
		saved:   "options now names kinds roles agents lingerings frameworks registered subscriptions entries roleSorter shrinkOrder filters minima whitelist paused recovery nextPeriodic pending agentSets counters",
		derived: "fullness policies rankedRoles totalsByBag agentByName agentsByID sortedAgents frameworkByName active activeSubscriptions totals byClient cluster unregisteredUse freeRevocable required quotaDirty quotaRoles excluded exhaustedForAll agentMemory",
		scratch: "cycle scratch nextHistory",
		fixed:   "limits",
	},
	"core.Options":         {saved: "Interval Start RoleSorter FrameworkSorter AgentOrder Seed FairnessExclude MinAllocatable OfferGPUsToAll Region RecoveryTimeout AgentRecoveryFactor NestedQuota Test", derived: "RolePolicies"},
	"core.TestOptions":     {saved: "FullPass Resort"},
	"core.Quantity":        {saved: "Name Amount"},
	"core.agentSets":       {saved: "candidates dirty", derived: "live admitted offerable maintained"},
	"core.counters":        {saved: "runs offers requested latency latencies took tookAll"},
	"core.recoveryHoldOff": {saved: "expectedAgents resumeAt"},

	"core.agent": {
		saved:   "entries generation capabilities live activated exclusions filters total agentNames inUse maintenance",
		derived: "free few overdrawn gpus remote ownsTotal hasLingering",
	},
	"core.agentNames":     {saved: "text idEnd hostEnd"},
	"core.entryRef":       {saved: "subscription", derived: "entry"},
	"core.entry":          {saved: "agent subscription resources nextOfSubscription", derived: "prevOfSubscription"},
	"core.inUse":          {saved: "role resources told"},
	"core.exclusions":     {saved: "subscriptions", derived: "count"},
	"core.maintenance":    {saved: "unavailability answers filters"},
	"core.Unavailability": {saved: "Start Duration"},
	"core.inverseAnswer":  {saved: "framework outstanding status"},
	"core.inverseFilter":  {saved: "framework deadline"},
	"core.lingerings":     {saved: "of list next due"},
	"core.lingering":      {saved: "agent resources changes size", derived: "place due"},

	"core.framework": {saved: "name generation registered active capabilities rank", derived: "place subscriptions few entries inverseFilters"},
	"core.subscription": {
		saved:   "framework role client place live tracked subscribed suppressed entries minimum lastOffer lastIn offers offeredAt history",
		derived: "active excludedFrom",
	},
	"core.offerHistory":  {saved: "agent last used returned filters"},
	"quantities.PastRow": {saved: "row", derived: "asOf"},
	"core.minima":        {saved: "list", derived: "byKey vacant known"},
	"core.minimum":       {saved: "rows", derived: "key subscriptions count"},

	"core.roleTree": {saved: "Registry idle", derived: "byName seed top reserved offeredOrAllocatedReserved"},
	"core.role": {
		saved:   "path parent held idle weight rank own quotaState subscriptions frameworks byClient client",
		derived: "ancestor depth children listed refs quotaDirty dirtyPlace few active reserved offeredOrAllocatedReserved offeredOrAllocatedUnreserved inUse",
		scratch: "offeredIn exhausted exhaustedIn",
	},
	"core.quotaState": {saved: "quota", derived: "hasQuota consumed need needBelow"},
	"core.quota":      {saved: "guarantees limits"},
	"core.limits":     {saved: "amounts finite"},

	"core.Kind":           {saved: "Name Type Reservations Disk Revocable Shared Provider"},
	"core.Reservation":    {saved: "Type Role Principal Labels"},
	"core.Disk":           {saved: "Source Root Vendor ID Profile Metadata Persistence"},
	"core.Label":          {saved: "Key Value"},
	"core.kinds":          {saved: "Kinds setItems", scratch: "key"},
	"resource.Kinds":      {saved: "kinds items idle", derived: "byKey bySize seed owners intervalNames intervalKinds"},
	"resource.kindEntry":  {saved: "entry held description", derived: "key"},
	"resource.entry":      {saved: "Kind idle", derived: "refs"},
	"resource.Kind":       {saved: "ID Size", derived: "Name Flags Set owner Role hash"},
	"resource.SetItems":   {saved: "items idle", derived: "byName"},
	"resource.setItem":    {saved: "name held idle", derived: "refs"},
	"resource.Bag":        {saved: "Counts Intervals", derived: "Flags"},
	"resource.Count":      {saved: "key N", derived: "Name owner"},
	"resource.Interval":   {saved: "Kind Begin End"},
	"offerfilter.Filters": {saved: "epochs deadlines", derived: "tables live", scratch: "forRefusers"},
	"offerfilter.Table":   {saved: "list refusals vacant due", derived: "subscriptions"},
	"offerfilter.filter":  {saved: "key deadline"},
	"offerfilter.refusal": {saved: "resources lasts next", derived: "refs"},
	"sorter.Sorter": {
		saved:   "tree leaves free weights sorts",
		derived: "kind top set levels resort weighInactive totals sharesVersion unweighed firstLeaf firstUnweighed agents epoch progress shuffle seed",
		scratch: "scratch",
	},
	"sorter.tree":              {saved: "states extras", derived: "rules tags alloc groups freeNodes freeGroups initial"},
	"sorter.extra":             {saved: "rank blocked mean since", derived: "asOf"},
	"sorter.decayedAmount":     {saved: "whole part"},
	"core.ownPolicies":         {saved: "roles frameworks"},
	"container.Registry":       {saved: "elements slots vacant", derived: "size"},
	"container.registrySlot":   {saved: "next round"},
	"container.slotQueue":      {saved: "first", derived: "last size"},
	"sorter.state":             {saved: "picks weight", derived: "parent group client place"},
	"quantities.Names":         {saved: "entries vacant idle", derived: "index forgotten"},
	"quantities.nameEntry":     {saved: "text round known idle", derived: "refs forgottenAt"},
	"container.Slab":           {saved: "chunks size"},
	"container.Pool":           {saved: "Slab free retired"},
	"container.Numbered":       {saved: "stretches next round", derived: "last size"},
	"container.stretch":        {saved: "blocks", derived: "used"},
	"container.block":          {saved: "taken resting elements"},
	"container.Heap":           {saved: "entries", derived: "places members"},
	"shrinkorder.Vectors":      {saved: "agents random", derived: "kinds ledger", scratch: "free left guaranteed considered burst offer unused"},
	"shrinkorder.vectors":      {saved: "total used own"},
	"shrinkorder.inRole":       {saved: "role item"},
	"shrinkorder.ownedVectors": {saved: "framework used"},
	"shrinkorder.glibcRand":    {saved: "state next"},
	"shrinkorder.Hashed":       {derived: "kinds", scratch: "draws space"},
	"container.heapEntry":      {saved: "slot key"},
}

// behind are the types behind the interfaces in an allocator.
var behind = map[string][]reflect.Type{
	"interface {}":      {reflect.TypeFor[Kind]()}, // a kind's description
	"shrinkorder.Order": {reflect.TypeFor[shrinkorder.Vectors](), reflect.TypeFor[shrinkorder.Hashed]()},
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
		require.True(t, ok, "%s has a field %s that the table does not know: snapshots (snapshot.go) must have it, or do without", name, f.Name)
		if on {
			types = append(types, f.Type)
		}
		delete(isSaved, f.Name)
	}
	require.Empty(t, isSaved, "%s lists fields that are gone", name)
	return types
}
