package frameworks

import (
	"slices"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/frames"
	"github.com/apportion/apportion/core/internal/offerfilter"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/handle"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// Flags of a framework.
const (
	isRegistered = 1 << iota
	isActive
	frameworkBits = iota
)

// Flags of a subscription: how it is, and which parts of its record follow.
const (
	isSubscribed = 1 << iota
	isSuppressed
	hasMinimum
	hasHistory
	hasRefused
	subscriptionBits = iota
)

// Save writes the frameworks and subscriptions, slot by slot, and the list of registered
// frameworks in its order. lastOffer returns what a subscription was offered last.
func (fs *Frameworks) Save(w *frames.Writer, lastOffer func(*Subscription) (api.AgentID, quantities.Row)) {
	w.Uint(uint64(fs.Len()))
	w.Done()
	for slot := range slots.Framework(fs.Len()) {
		f := fs.At(slot)
		w.Text(f.Name)
		w.Uint(uint64(f.Generation))
		if f.Name != "" {
			w.Byte(assert.BoolByte(f.Registered)*isRegistered | assert.BoolByte(f.Active)*isActive)
			w.Uint(uint64(f.Capabilities))
			f.Settings.Save(w)
		}
		w.Done()
	}
	fs.SaveFree(w.Writer)
	w.Uint(uint64(len(fs.Registered)))
	for _, slot := range fs.Registered {
		w.Uint(uint64(slot))
	}
	w.Done()
	w.Uint(uint64(fs.Subscriptions.Len()))
	w.Done()
	for m := range slots.Subscription(fs.Subscriptions.Len()) {
		fs.Subscriptions.At(m).save(w, fs, lastOffer)
		w.Done()
	}
	fs.Subscriptions.SaveFree(w.Writer)
	fs.Filters.SaveEpochs(w.Writer)
}

// save writes a subscription, of framework 0 if there is none in the slot, and its history
// as if its last offer were written down.
func (sub *Subscription) save(w *frames.Writer, fs *Frameworks, lastOffer func(*Subscription) (api.AgentID, quantities.Row)) {
	if !sub.Live {
		w.Uint(0)
		return
	}
	w.Uint(uint64(sub.Framework) + 1)
	w.Uint(uint64(sub.Role))
	w.Byte(assert.BoolByte(sub.Subscribed)*isSubscribed | assert.BoolByte(sub.Suppressed)*isSuppressed |
		assert.BoolByte(sub.Minimum != GlobalMinimum)*hasMinimum | assert.BoolByte(sub.HasHistory())*hasHistory |
		assert.BoolByte(sub.Refused)*hasRefused)
	w.Uint(sub.Offers)
	if sub.Minimum != GlobalMinimum {
		rows := fs.Minimum(sub)
		w.Uint(uint64(len(rows)))
		for _, row := range rows {
			row.Save(w.Writer)
		}
	}
	if sub.HasHistory() {
		h, names := sub.ReadHistory(), fs.Minima.known
		agent, last := lastOffer(sub)
		w.Int(int64(sub.OfferedAt))
		w.Uint(uint64(agent))
		last.Save(w.Writer)
		h.Used.Row(names).Save(w.Writer)
		h.Returned.Row(names).Save(w.Writer)
		w.Uint(h.Filters)
	}
	if sub.Refused {
		sub.History.Refused.Save(w.Writer)
	}
}

// Loader reads frameworks.
type Loader struct {
	*frames.Reader
	fs *Frameworks
}

// NewLoader returns what reads frameworks into fs, which has none.
func NewLoader(fs *Frameworks, r *frames.Reader) *Loader { return &Loader{r, fs} }

// Load reads what Save wrote.
func (l *Loader) Load() {
	fs, r := l.fs, l.Reader
	n := r.Uint()
	for i := uint64(0); i < n && r.Err() == nil; i++ {
		r.More()
		l.framework()
	}
	r.More()
	fs.LoadFree(r.Reader, func(slot slots.Framework) bool { return fs.At(slot).Name == "" })
	l.registered()
	r.More()
	n = r.Uint()
	if n > offerfilter.MaxSubscriptions {
		r.Fail("%d frameworks in roles are too many", n)
	}
	for i := uint64(0); i < n && r.Err() == nil; i++ {
		r.More()
		l.subscription()
	}
	r.More()
	fs.Subscriptions.LoadFree(r.Reader, func(m slots.Subscription) bool { return !fs.Subscriptions.At(m).Live })
	fs.Filters.LoadEpochs(r.Reader, fs.Subscriptions.Len())
	if r.Err() == nil {
		l.sortSubscriptions()
	}
}

func (l *Loader) framework() {
	name, generation := l.Text(), l.Below(handle.MaxGeneration+1, "generation")
	if l.Err() != nil {
		return
	}
	slot := l.fs.Push()
	f := l.fs.At(slot)
	f.Generation = uint32(generation)
	f.Subscriptions = f.Few[:0]
	if name == "" {
		return
	}
	has, capabilities := l.Below(1<<frameworkBits, "bits of a framework"), api.Capabilities(l.Below(api.AllCapabilities+1, "capabilities"))
	f.Settings = roles.LoadSettings(l.Reader)
	if err := api.ValidateID("framework", name); err != nil {
		l.Fail("%v", err)
		return
	}
	if _, known := l.fs.ByName[name]; known || generation == 0 {
		l.Fail("framework %q is there twice, or of no generation", name)
		return
	}
	if err := f.Settings.Check(); err != nil {
		l.Fail("framework %q: %v", name, err)
		return
	}
	f.Name, f.Registered, f.Active, f.Capabilities = name, has&isRegistered != 0, has&isActive != 0, capabilities
	l.fs.ByName[name] = slot
}

// registered reads the list of frameworks that are registered.
func (l *Loader) registered() {
	fs := l.fs
	for range l.Count("registered frameworks") {
		slot := slots.Framework(l.Below(uint64(fs.Len()), "framework"))
		if l.Err() != nil {
			return
		}
		f := fs.At(slot)
		if f.Name == "" || !f.Registered {
			l.Fail("framework %d is listed as registered twice, or is not", slot)
			return
		}
		fs.Register(slot, f)
		f.Registered = false // until all are listed
	}
	for slot := range slots.Framework(fs.Len()) {
		if f := fs.At(slot); f.Registered {
			l.Fail("framework %q is registered, but not listed so", f.Name)
		}
	}
	for _, slot := range fs.Registered {
		fs.At(slot).Registered = true
	}
}

func (l *Loader) subscription() {
	fs := l.fs
	of := l.Below(uint64(fs.Len())+1, "framework")
	if l.Err() != nil {
		return
	}
	m := fs.Subscriptions.Push()
	if of == 0 {
		return
	}
	slot, role, has := slots.Framework(of-1), roles.LoadID(l.Reader, fs.roles), l.Below(1<<subscriptionBits, "bits of a subscription")
	f := fs.At(slot)
	if l.Err() == nil && (f.Name == "" || has&isSubscribed != 0 && !f.Registered) {
		l.Fail("subscription %d is of a framework that can have none", m)
	}
	if l.Err() != nil {
		return
	}
	fs.roles.Ref(role)
	f.Subscriptions = append(f.Subscriptions, m)
	sub := fs.Subscriptions.At(m)
	*sub = Subscription{Framework: slot, Role: role, Live: true, Entries: slots.None, Client: sorter.NoClient}
	sub.Subscribed, sub.Suppressed, sub.Refused = has&isSubscribed != 0, has&isSuppressed != 0, has&hasRefused != 0
	sub.Offers = l.Uint()
	names := fs.Minima.known
	if has&hasMinimum != 0 {
		rows := []quantities.Row{}
		for range l.Count("rows of a minimum") {
			rows = append(rows, names.LoadRow(l.Reader.Reader))
		}
		sub.Minimum = fs.Minima.Intern(rows)
	}
	fs.Minima.Join(sub.Minimum, m)
	if has&hasHistory != 0 {
		sub.OfferedAt = api.Time(l.Int())
		h := &OfferHistory{Agent: api.AgentID(l.Uint())}
		for _, past := range []*quantities.PastRow{&h.Last, &h.Used, &h.Returned} {
			*past.Begin(names) = names.LoadRow(l.Reader.Reader)
		}
		h.Filters = l.Uint()
		sub.History = h
	}
	if sub.Refused {
		row := names.LoadRow(l.Reader.Reader)
		sub.openHistory().Refused = row
		sub.referToRefused(names)
	}
}

// sortSubscriptions sorts each framework's subscriptions by role.
func (l *Loader) sortSubscriptions() {
	fs := l.fs
	role := func(m slots.Subscription) api.RoleID { return fs.Subscriptions.At(m).Role }
	for slot := range slots.Framework(fs.Len()) {
		f := fs.At(slot)
		slices.SortFunc(f.Subscriptions, func(x, y slots.Subscription) int { return fs.roles.ComparePaths(role(x), role(y)) })
		for i := range f.Subscriptions[min(1, len(f.Subscriptions)):] {
			if role(f.Subscriptions[i]) == role(f.Subscriptions[i+1]) {
				l.Fail("framework %q is twice in role %q", f.Name, fs.roles.Path(role(f.Subscriptions[i])))
			}
		}
	}
}

// Exclusions reads the subscriptions that offer constraints keep from an agent.
func (l *Loader) Exclusions(g *agents.Agent) {
	var set container.BitSet[slots.Subscription]
	set.Load(l.Reader.Reader, l.fs.Subscriptions.Len())
	if set.Empty() {
		l.Fail("agent %q: its list of excluded subscriptions is empty", g.Name())
	}
	for _, m := range set.Append(nil) {
		if sub := l.fs.Subscriptions.At(m); !sub.Live || !sub.Subscribed {
			l.Fail("agent %q: subscription %d is kept from it, but subscribed to nothing", g.Name(), m)
			return
		}
		l.fs.Exclude(m, g, true)
	}
}

// Maintenance reads an agent's planned maintenance.
func (l *Loader) Maintenance(as *agents.Loader, slot slots.Agent) {
	for f := range as.Maintenance(slot, l.fs.Len()).Filters {
		l.fs.At(f).InverseFilters = true
	}
}

// CheckAllNeeded refuses a framework or a subscription that nothing needs, once filters and
// the ledger are there.
func (l *Loader) CheckAllNeeded() {
	fs := l.fs
	for slot := range slots.Framework(fs.Len()) {
		if f := fs.At(slot); f.Name != "" && !f.Registered && f.Entries == 0 {
			l.Fail("framework %q is not registered and holds nothing", f.Name)
		}
	}
	for m := range slots.Subscription(fs.Subscriptions.Len()) {
		if sub := fs.Subscriptions.At(m); sub.Live && !sub.Subscribed && sub.Entries == slots.None && fs.Filters.Count(m) == 0 {
			l.Fail("subscription %d has no reason to be", m)
		}
	}
}

// Filters reads the filters on an agent.
func (l *Loader) Filters(g *agents.Agent) {
	l.fs.Filters.LoadTable(l.Reader.Reader, g.FilterTable(), func(b *resource.Bag) { l.fs.kinds.LoadBag(l.Reader, b) },
		func(m slots.Subscription) bool { return l.fs.Subscriptions.At(m).Live })
}

// Deadlines reads when filters end.
func (l *Loader) Deadlines() {
	fs := l.fs
	fs.Filters.LoadDeadlines(l.Reader.Reader, func(slot slots.Agent) *offerfilter.Table {
		if int(slot) >= fs.agents.Len() {
			return nil
		}
		return fs.agents.At(slot).FilterTable()
	})
	for slot, t := range fs.FilterTables {
		if !t.Empty() && !fs.Filters.Has(slot) {
			l.Fail("agent %d has filters, but is not due", slot)
		}
	}
}
