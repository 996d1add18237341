package roles

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frames"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/sorter"
)

// SaveSorter writes the sorter of roles, and which role each of its clients is.
func SaveSorter(w *frames.Writer, t *Roles) { saveClients(w, t.Sorter, t.ByClient) }

// LoadSorter reads what SaveSorter wrote.
func LoadSorter(r *frames.Reader, t *Roles) {
	t.ByClient = loadClients(r, t.Sorter, func(id api.RoleID) string {
		if !t.Has(uint32(id)) {
			return ""
		}
		return t.Get(id).Path
	})
	if r.Err() != nil {
		return
	}
	for c, id := range t.ByClient {
		if !t.Sorter.Has(sorter.Client(c)) {
			continue
		}
		x := t.Get(id)
		if x.Client = sorter.Client(c); t.TakesPart(x) {
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
