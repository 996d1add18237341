package frameworks

import (
	"encoding/binary"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/sorter"
)

// HashOf hashes text eight bytes at a time. Each step is a bijection in the hash so far
// and in the bytes that it mixes in.
func HashOf(text []byte) uint64 {
	h := uint64(len(text))
	for ; len(text) >= 8; text = text[8:] {
		h = container.Mix64(h ^ binary.LittleEndian.Uint64(text))
	}
	var rest [8]byte
	copy(rest[:], text)
	return container.Mix64(h ^ binary.LittleEndian.Uint64(rest[:]))
}

// rank sets the framework's rank in the sorter of the subscription's role.
func (fs *Frameworks) rank(sub *Subscription, f *Framework) {
	if sub.Tracked {
		assert.Check(fs.roles.Get(sub.Role).Frameworks.SetClientRank(sub.Client, f.Rank))
	}
}

// Track makes a subscription a client of its role's framework sorter, and, if it is the
// first there, the role a client of the role sorter
// (HierarchicalAllocatorProcess::trackFrameworkUnderRole).
func (fs *Frameworks) Track(m slots.Subscription) {
	sub := fs.Subscriptions.At(m)
	if sub.Tracked {
		return
	}
	sub.Tracked = true
	r := fs.roles.Get(sub.Role)
	if r.Frameworks == nil {
		r.Client = assert.Must(fs.roles.Sorter.Add(r.Path))
		fs.roles.ByClient = assert.SetAt(fs.roles.ByClient, uint32(r.Client), sub.Role)
		fs.roles.RankRole(sub.Role)
		if fs.roles.TakesPart(r) {
			assert.Check(fs.roles.Sorter.Activate(r.Client))
		}
		r.Frameworks = fs.NewFrameworkSorter(sub.Role)
	}
	f := fs.At(sub.Framework)
	client := assert.Must(r.Frameworks.Add(f.Name))
	sub.Client = client
	if f.Rank != 0 {
		fs.rank(sub, f)
	}
	r.ByClient = assert.SetAt(r.ByClient, uint32(client), m)
	sub.Place = uint32(len(r.Subscriptions))
	r.Subscriptions = append(r.Subscriptions, m)
	fs.roles.Relist(sub.Role)
}

// NewFrameworkSorter returns an empty framework sorter for a role. Its seed comes from
// the role's path, since numbers depend on the order in which a host declares roles.
func (fs *Frameworks) NewFrameworkSorter(id api.RoleID) *sorter.Sorter {
	return sorter.New(sorter.Options{
		Policy: fs.roles.FrameworkPolicy(id),
		Totals: fs.totals,
		Seed:   fs.options.Seed ^ HashOf([]byte(fs.roles.Get(id).Path)),
		Test:   sorter.TestOptions{Resort: fs.options.Test.Resort},
	})
}

// untrack undoes Track; the subscription holds nothing.
func (fs *Frameworks) untrack(m slots.Subscription) {
	sub := fs.Subscriptions.At(m)
	sub.Subscribed = false
	fs.SetActive(m)
	r := fs.roles.Get(sub.Role)
	assert.Check(r.Frameworks.Remove(sub.Client))
	sub.Tracked = false
	sub.Client = sorter.NoClient
	last := r.Subscriptions[len(r.Subscriptions)-1]
	r.Subscriptions[sub.Place] = last
	fs.Subscriptions.At(last).Place = sub.Place
	r.Subscriptions = r.Subscriptions[:len(r.Subscriptions)-1]
	if len(r.Subscriptions) == 0 {
		assert.Check(fs.roles.Sorter.Remove(r.Client))
		r.Frameworks, r.Client = nil, sorter.NoClient
		r.ByClient = r.ByClient[:0]
		fs.roles.Relist(sub.Role)
	}
}
