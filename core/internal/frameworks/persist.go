package frameworks

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/handle"
	"github.com/apportion/apportion/internal/order"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/quantities"
)

// Persist writes or reads the frameworks and subscriptions, slot by slot. It reads them where there
// are none.
func (fs *Frameworks) Persist(c *wire.Codec) {
	for slot := range c.Records(fs.Len()) {
		if c.Reads() {
			fs.Take()
		}
		fs.persistFramework(c, slots.Framework(slot))
	}
	for m := range c.Records(fs.Subscriptions.Len()) {
		if c.Reads() {
			fs.Subscriptions.Take()
		}
		if c.Reads() && m >= fs.limits.Subscriptions {
			c.Fail("more than %d frameworks in roles", fs.limits.Subscriptions)
			return
		}
		fs.persistSubscription(c, slots.Subscription(m))
	}
	if c.Reads() && !c.Failed() {
		fs.giveVacant()
		fs.sortSubscriptions(c)
	}
}

// giveVacant gives back the slots that were read and have nothing.
func (fs *Frameworks) giveVacant() {
	for slot := range slots.Framework(fs.Len()) {
		if f := fs.At(slot); f.Name == "" {
			agents.GiveSlot(&fs.Pool, slot, f.Generation)
		}
	}
	for m := range slots.Subscription(fs.Subscriptions.Len()) {
		if !fs.Subscriptions.At(m).Live {
			fs.Subscriptions.Give(m)
		}
	}
}

func (fs *Frameworks) persistFramework(c *wire.Codec, slot slots.Framework) {
	f := fs.At(slot)
	c.Text(&f.Name)
	wire.Below(c, &f.Generation, handle.MaxGeneration+1, "generation")
	if c.Reads() {
		f.Subscriptions = f.Few[:0]
	}
	if f.Name == "" {
		return
	}
	isRegistered := fs.Registered.Has(slot)
	c.Flags("bits of a framework", &isRegistered, &f.Active)
	wire.Below(c, &f.Capabilities, alloc.AllCapabilities+1, "capabilities")
	roles.PersistSettings(c, &f.Settings)
	if !c.Reads() || c.Failed() {
		return
	}
	if err := fault.CheckID("framework", f.Name); err != nil {
		c.Fail("%v", err)
	}
	if _, known := fs.ByName[f.Name]; known || f.Generation == 0 {
		c.Fail("framework %q is there twice, or of no generation", f.Name)
	}
	if other := f.Capabilities &^ alloc.FrameworkCapabilities; other != 0 {
		c.Fail("framework %q: no framework has the capabilities %v", f.Name, other)
	}
	if err := f.Settings.Check(); err != nil {
		c.Fail("framework %q: %v", f.Name, err)
	}
	fs.ByName[f.Name] = slot
	fs.Registered.Put(slot, isRegistered)
}

// persistSubscription writes or reads a subscription, if there is one in the slot, and its history.
func (fs *Frameworks) persistSubscription(c *wire.Codec, m slots.Subscription) {
	sub := fs.Subscriptions.At(m)
	if c.Reads() {
		fs.Filters.Open(m)
	}
	c.Bool(&sub.Live)
	if !sub.Live {
		return
	}
	wire.Below(c, &sub.Framework, uint64(fs.Len()), "framework")
	fs.roles.PersistID(c, &sub.Role)
	hasMinimum, hasHistory := sub.Minimum != fs.GlobalMinimum, sub.History != nil
	c.Flags("bits of a subscription", &sub.Subscribed, &sub.Suppressed, &hasMinimum, &hasHistory, &sub.Refused)
	if c.Failed() {
		return
	}
	if c.Reads() {
		fs.roles.Ref(sub.Role)
		f := fs.At(sub.Framework)
		f.Subscriptions = append(f.Subscriptions, m)
		sub.FirstEntry, sub.Client = slots.None, order.NoClient
	}
	wire.Uint(c, &sub.Offers)
	fs.persistMinimum(c, m, sub, hasMinimum)
	if hasHistory {
		fs.persistHistory(c, sub)
	}
	if !sub.Refused {
		return
	}
	if c.Reads() {
		sub.openHistory()
	}
	resource.PersistRow(c, &sub.History.Refused, fs.names)
	if c.Reads() {
		sub.referToRefused(fs.names)
	}
}

func (fs *Frameworks) persistMinimum(c *wire.Codec, m slots.Subscription, sub *Subscription, isOwn bool) {
	x := fs.GlobalMinimum
	if isOwn {
		rows := []quantities.Row{}
		if !c.Reads() {
			rows = sub.Minimum.Rows
		}
		wire.List(c, &rows, "rows of a minimum", func(row *quantities.Row) { resource.PersistRow(c, row, fs.names) })
		if c.Reads() {
			x = fs.ownMinimum(rows)
		}
	}
	if c.Reads() {
		fs.setMinimum(m, x)
	}
}

func (fs *Frameworks) persistHistory(c *wire.Codec, sub *Subscription) {
	h := *sub.ReadHistory()
	amounts := [...]quantities.Row{h.Last.Row(fs.names), h.Used.Row(fs.names), h.Returned.Row(fs.names)}
	wire.Int(c, &sub.OfferedAt)
	wire.Uint(c, &h.Agent)
	for i := range amounts {
		resource.PersistRow(c, &amounts[i], fs.names)
	}
	wire.Uint(c, &h.Filters)
	if !c.Reads() {
		return
	}
	for i, past := range []*rows.Past{&h.Last, &h.Used, &h.Returned} {
		*past.Begin(fs.names) = amounts[i]
	}
	sub.History = &h
}

// sortSubscriptions sorts each framework's subscriptions by role.
func (fs *Frameworks) sortSubscriptions(c *wire.Codec) {
	role := func(m slots.Subscription) alloc.RoleID { return fs.Subscriptions.At(m).Role }
	for slot := range slots.Framework(fs.Len()) {
		f := fs.At(slot)
		slices.SortFunc(f.Subscriptions, fs.compareRoles)
		for i := range f.Subscriptions[min(1, len(f.Subscriptions)):] {
			if role(f.Subscriptions[i]) == role(f.Subscriptions[i+1]) {
				c.Fail("framework %q is twice in role %q", f.Name, fs.roles.Path(role(f.Subscriptions[i])))
			}
		}
	}
}

// PersistExclusions writes or reads which subscriptions offer constraints keep from an agent.
func (fs *Frameworks) PersistExclusions(c *wire.Codec, slot slots.Agent) {
	list := wire.Ascending(c, fs.agents.At(slot).Exclusions.Append(nil), uint64(fs.Subscriptions.Len()), "excluded subscriptions")
	if !c.Reads() || c.Failed() {
		return
	}
	for _, m := range list {
		fs.Exclude(m, slot, true)
	}
}

// PersistFilters writes or reads the filters for an agent.
func (fs *Frameworks) PersistFilters(c *wire.Codec, slot slots.Agent) {
	fs.Filters.Persist(c, slot, fs.kinds.PersistBag)
}

// Enter makes the subscriptions that were read clients of their roles' sorters, active or not as they
// were, once the ledger has been read.
func (fs *Frameworks) Enter() {
	for m := range slots.Subscription(fs.Subscriptions.Len()) {
		sub := fs.Subscriptions.At(m)
		if sub.Live && (sub.Subscribed || sub.FirstEntry != slots.None) && fs.Registered.Has(sub.Framework) {
			fs.Track(m)
			fs.SetActive(m)
		}
	}
}
