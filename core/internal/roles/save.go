package roles

import (
	"math"
	"strings"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frames"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// Save writes the tree of roles, each after its parent: its number and its parent's, the
// last part of its path, its weight, settings, policies and quota.
func (t *Roles) Save(w *frames.Writer) {
	t.Registry.Save(w.Writer)
	w.Uint(uint64(len(t.Idle)))
	for _, id := range t.Idle {
		w.Uint(uint64(id))
	}
	w.Done()
	for _, id := range t.FromTheTop() {
		r := t.Get(id)
		w.Uint(uint64(id))
		if r.Parent == api.NoRole {
			w.Uint(0)
		} else {
			w.Uint(uint64(r.Parent) + 1)
		}
		w.Text(t.NameOf(r).Name)
		w.Bool(r.Held)
		w.Float(r.Weight)
		r.Settings.Save(w)
		w.Text(string(r.Own.Roles))
		w.Text(string(r.Own.Frameworks))
		w.Bool(r.HasQuota)
		if r.HasQuota {
			r.Quota.save(w)
		}
		w.Done()
	}
}

func (q *Quota) save(w *frames.Writer) {
	q.Guarantees.Save(w.Writer)
	count := 0
	for range q.Limits.Finite.All() {
		count++
	}
	w.Uint(uint64(count))
	for n := range q.Limits.Finite.All() {
		w.Uint(uint64(n))
		w.Uint(uint64(q.Limits.Amounts.At(n)))
	}
}

// Load reads into an empty tree what Save wrote. Quotas name resources by their numbers in
// names.
func (t *Roles) Load(r *frames.Reader, names *quantities.Names) {
	t.Registry.Load(r.Reader)
	var idle []api.RoleID
	for range r.Count("idle roles") {
		idle = append(idle, LoadID(r, t))
	}
	l := loader{Reader: r, t: t, names: names}
	for range t.Len() {
		r.More()
		l.role()
		if r.Err() != nil {
			return
		}
	}
	var policies []PolicySetting
	for i := range l.ordered {
		x := &l.ordered[i]
		t.SetSettings(x.id, x.settings)
		policies = l.policies(policies, x.id, x.own)
		if r.Err() != nil {
			return
		}
	}
	if len(policies) > 0 {
		t.SetPolicies(policies...)
	}
	// Reading noted roles as idle before what refers to them was read.
	for _, id := range t.Idle {
		t.Get(id).Idle = false
	}
	t.Idle = t.Idle[:0]
	for _, id := range idle {
		x := t.Get(id)
		if x.Idle {
			r.Fail("role %q is idle twice", t.PathOf(x))
			return
		}
		x.Idle = true
		t.Idle = append(t.Idle, id)
	}
}

// LoadID reads the number of a role.
func LoadID(r *frames.Reader, t *Roles) api.RoleID {
	id := r.Uint()
	if r.Err() == nil && (id > math.MaxUint32 || !t.Has(uint32(id))) {
		r.Fail("role %d is not known", id)
		return 0
	}
	return api.RoleID(id)
}

// loader reads roles.
type loader struct {
	*frames.Reader
	t       *Roles
	names   *quantities.Names
	ordered []ordered // what sorters have to be told once all paths are known
}

// ordered is what a role has of its own that says in which order it or those below it come.
type ordered struct {
	id       api.RoleID
	settings Settings
	own      OwnPolicies
}

// role reads a role and makes it.
func (l *loader) role() {
	t := l.t
	id, parent := LoadID(l.Reader, t), api.NoRole
	if above := l.Uint(); above > 0 && l.Err() == nil {
		parent = api.RoleID(above - 1)
		if above > math.MaxUint32 || !t.Has(uint32(parent)) || t.Get(parent).depth == 0 {
			l.Fail("role %d is below one that is not known yet", id)
		}
	}
	name, held, weight := l.Text(), l.Bool(), l.Float()
	settings := LoadSettings(l.Reader)
	own := OwnPolicies{Roles: api.Policy(l.Word()), Frameworks: api.Policy(l.Word())}
	if l.Err() != nil {
		return
	}
	_, known := t.Child(Name{Parent: parent, Name: name})
	switch err := t.checkName(parent, name); {
	case err != nil:
		l.Fail("%v", err)
	case known || t.Get(id).depth > 0 || strings.Contains(name, "/"):
		l.Fail("role %q is there twice, or is two", name)
	case !(weight > 0) || math.IsInf(weight, 0):
		l.Fail("weight %v of role %q is not above 0 and finite", weight, name)
	case settings.Check() != nil:
		l.Fail("role %q: %v", name, settings.Check())
	default:
		t.enter(id, parent, name)
		r := t.Get(id)
		r.Held, r.Weight = held, weight
		if !settings.isDefault() || own != (OwnPolicies{}) {
			l.ordered = append(l.ordered, ordered{id, settings, own})
		}
		l.ownQuota(id, r)
		t.Relist(id)
	}
}

// checkName says what is wrong with the name of a role below another one: it is api.CheckRole
// for a path of which all but the name is known to be right.
func (t *Tree) checkName(parent api.RoleID, name string) error {
	if parent == api.NoRole {
		return api.CheckRole(name)
	}
	above := t.Get(parent)
	if above.depth >= api.MaxRoleDepth || above.text == "*" {
		return api.Errorf(api.CodeName, "role %q: below \"*\", or more than %d levels deep", name, api.MaxRoleDepth)
	}
	return api.CheckRole("a/" + name)
}

// policies appends the policies that a role has of its own.
func (l *loader) policies(to []PolicySetting, id api.RoleID, own OwnPolicies) []PolicySetting {
	for i, p := range []api.Policy{own.Roles, own.Frameworks} {
		if p == "" {
			continue
		}
		spelt, err := sorter.ParsePolicy(string(p))
		if err != nil || spelt != p {
			l.Fail("policy of role %q: %q is not known, or spelt otherwise: %v", l.t.Path(id), p, err)
			return nil
		}
		to = append(to, PolicySetting{id, [...]api.Ordered{api.OrderOfRoles, api.OrderOfFrameworks}[i], p})
	}
	return to
}

// ownQuota reads the quota of a role, if it has one.
func (l *loader) ownQuota(id api.RoleID, r *Role) {
	if !l.Bool() || l.Err() != nil {
		return
	}
	q := l.quota()
	if q.IsDefault() || !l.t.MayHaveQuota(r) {
		l.Fail("role %q has a quota that is none, or that it can not have", l.t.PathOf(r))
		return
	}
	l.t.SetQuota(id, q, l.names)
}

func (l *loader) quota() (q Quota) {
	q.Guarantees = l.names.LoadRow(l.Reader.Reader)
	for range l.Count("limits") {
		n := quantities.Name(l.Below(uint64(l.names.Indices()), "resource name"))
		amount := l.Below(math.MaxInt64+1, "limit")
		if l.Err() == nil && q.Limits.Finite.Has(n) {
			l.Fail("a second limit on %s", l.names.String(n))
		}
		if l.Err() != nil {
			return q
		}
		if g := q.Guarantees.At(n); g > api.Amount(amount) {
			l.Fail("a guarantee of %s of %v exceeds its limit of %v", l.names.String(n), g, api.Amount(amount))
		}
		q.Limits.Finite.Set(n)
		q.Limits.Amounts.Set(n, api.Amount(amount))
	}
	return q
}

// SaveSorter writes the sorter of roles, and which role each of its clients is.
func SaveSorter(w *frames.Writer, t *Roles) { saveClients(w, t.Sorter, t.ByClient) }

// LoadSorter reads what SaveSorter wrote.
func LoadSorter(r *frames.Reader, t *Roles) {
	t.ByClient = loadClients(r, t.Sorter, func(id api.RoleID) string {
		if !t.Has(uint32(id)) {
			return ""
		}
		return t.Path(id)
	})
	if r.Err() != nil {
		return
	}
	for c, id := range t.ByClient {
		if !t.Sorter.Has(sorter.Client(c)) {
			continue
		}
		x := t.Get(id)
		x.Client = sorter.Client(c)
		if t.TakesPart(x) {
			t.PutInOrder(x, true)
		}
	}
}

// SaveFrameworks writes a role's sorter, and which subscription each of its clients is.
func (r *Role) SaveFrameworks(w *frames.Writer) { saveClients(w, r.Frameworks, r.ByClient) }

// LoadFrameworks gives a role a sorter, and reads into it what SaveFrameworks wrote. name
// returns the name of a subscription's framework, or "" if it is none of the role's.
func (t *Roles) LoadFrameworks(in *frames.Reader, id api.RoleID, name func(m slots.Subscription) string) {
	r := t.Get(id)
	r.Frameworks = t.newFrameworkSorter(id)
	r.ByClient = loadClients(in, r.Frameworks, name)
}

// LoadSubscription puts a client of the role's sorter on its list, and returns its place.
func (r *Role) LoadSubscription(m slots.Subscription) (place uint32) {
	r.Subscriptions = append(r.Subscriptions, m)
	return uint32(len(r.Subscriptions) - 1)
}

// saveClients writes a sorter, and who the client of each number is, or 0 for none.
func saveClients[T ~uint32](w *frames.Writer, of *sorter.Sorter, byClient []T) {
	w.Uint(uint64(of.Numbers()))
	for c := range sorter.Client(of.Numbers()) {
		if of.Has(c) {
			w.Uint(uint64(byClient[c]) + 1)
		} else {
			w.Uint(0)
		}
	}
	of.Save(w.Writer)
}

// loadClients reads a sorter and its clients, as saveClients wrote them. path returns a
// client's path, or "" if it cannot be one.
func loadClients[T ~uint32](r *frames.Reader, of *sorter.Sorter, path func(x T) string) (byClient []T) {
	for range r.Count("clients") {
		byClient = append(byClient, T(r.Below(1<<32, "client"))-1)
	}
	of.Load(r.Reader, func(c sorter.Client) string {
		if int(c) >= len(byClient) || byClient[c] == ^T(0) {
			return ""
		}
		return path(byClient[c])
	})
	if r.Err() == nil && of.Numbers() != len(byClient) {
		r.Fail("%d clients are known, of %d", len(byClient), of.Numbers())
	}
	return byClient
}
