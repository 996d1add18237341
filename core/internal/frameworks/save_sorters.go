package frameworks

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frames"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/sorter"
)

// SaveSorters writes the sorter of roles and the sorters of frameworks, each with the role
// or subscription that each of its clients is.
func SaveSorters(w *frames.Writer, fs *Frameworks) {
	roles.SaveSorter(w, fs.roles)
	w.Done()
	for n, r := range fs.roles.All {
		if r.Frameworks == nil {
			continue
		}
		w.Uint(uint64(n) + 1)
		r.SaveFrameworks(w)
		for _, m := range r.Subscriptions {
			w.Uint(uint64(fs.Subscriptions.At(m).Client))
		}
		w.Done()
	}
	w.Uint(0)
}

// Sorters reads what SaveSorters wrote. The clients of framework sorters are inactive
// and hold nothing yet.
func (l *Loader) Sorters() {
	fs, r := l.fs, l.Reader
	roles.LoadSorter(r, fs.roles)
	if r.Err() != nil {
		return
	}
	left := fs.roles.Sorter.Count()
	for r.Err() == nil {
		r.More()
		id := r.Below(1<<32, "role")
		if id == 0 {
			break
		}
		if !fs.roles.Has(uint32(id - 1)) {
			r.Fail("role %d has a sorter and is not known", id-1)
			return
		}
		l.sorter(api.RoleID(id - 1))
		left--
	}
	if left != 0 {
		r.Fail("%d roles lack their sorter", left)
	}
}

// sorter reads the sorter of a role.
func (l *Loader) sorter(id api.RoleID) {
	fs, in := l.fs, l.Reader
	r := fs.roles.Get(id)
	if r.Client == sorter.NoClient || r.Frameworks != nil {
		in.Fail("role %q has two sorters, or is in none", fs.roles.PathOf(r))
		return
	}
	fs.roles.LoadFrameworks(in, id, func(m slots.Subscription) string {
		if int(m) < fs.Subscriptions.Len() {
			if sub := fs.Subscriptions.At(m); sub.Live && sub.Role == id {
				return fs.At(sub.Framework).Name
			}
		}
		return ""
	})
	for in.Err() == nil && len(r.Subscriptions) < r.Frameworks.Count() {
		c := sorter.Client(in.Below(uint64(r.Frameworks.Numbers()), "client"))
		if in.Err() != nil {
			return
		}
		if !r.Frameworks.Has(c) || fs.Subscriptions.At(r.ByClient[c]).Tracked {
			in.Fail("client %d of role %q is listed twice, or not there", c, fs.roles.PathOf(r))
			return
		}
		m := r.ByClient[c]
		sub := fs.Subscriptions.At(m)
		sub.Tracked, sub.Client, sub.Place = true, c, r.LoadSubscription(m)
	}
	if len(r.Subscriptions) == 0 {
		in.Fail("the sorter of role %q has no client", fs.roles.PathOf(r))
	}
	fs.roles.Relist(id)
}
