package cycle

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// satisfy accounts for an offer of the guarantee stage: used counts against quota, and
// filling is the part of it that fills a guarantee.
func (v *Visit) satisfy(id api.RoleID, used, filling quantities.Row) {
	a, report := v.a, &v.C.Out.Report
	report.AvailableAfter.SubFloor(used)
	if !a.options.NestedQuota {
		a.roles.Get(id).Consumed.Add(used)
		report.RequiredAfter.SubFloor(filling)
		return
	}
	before := &v.Memory.need
	for ; id != api.NoRole; id = a.roles.Get(id).Parent {
		r := a.roles.Get(id)
		r.Consumed.Add(used)
		before.Reset()
		before.Add(r.Need)
		r.ReassessNeed()
		if r.Parent != api.NoRole {
			a.roles.Get(r.Parent).NeedBelow.Change(*before, r.Need)
		} else {
			a.roles.Required.Change(*before, r.Need)
			a.roles.Required.CopyTo(&report.RequiredAfter)
		}
	}
}

// consumeFair accounts for an offer of the fair stage. It counts only for roles with
// quota: without nested quota for the role itself, as in Mesos, else for those above, too.
func (v *Visit) consumeFair(id api.RoleID, offer *resource.Bag) {
	a, used := v.a, &v.Memory.used
	used.Reset()
	offer.ScalarsOf(used, &a.kinds.Kinds, resource.QuotaMask, 0)
	v.C.Out.Report.AvailableAfter.SubFloor(*used)
	for ; id != api.NoRole; id = a.roles.Get(id).Parent {
		if r := a.roles.Get(id); r.HasQuota {
			r.Consumed.Add(*used)
		}
		if !a.options.NestedQuota {
			return
		}
	}
}
