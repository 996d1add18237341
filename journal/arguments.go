package journal

import "github.com/apportion/apportion/core"

// What calls are given, in the order in which it is written.

func codeNumber[T unsigned](c *coder, p *T)      { number(c, p) }
func codeText(c *coder, p *string)               { text(c, p) }
func codeTexts(c *coder, p *[]string)            { list(c, p, codeText) }
func codeResources(c *coder, p *[]core.Resource) { c.resources(p) }

func codeUsage(c *coder, u *core.Usage) {
	text(c, &u.Framework)
	number(c, &u.Role)
	c.resources(&u.Resources)
}

func codeUnavailability(c *coder, u *core.Unavailability) {
	integer(c, &u.Start)
	integer(c, &u.Duration)
}

func codeAgentInfo(c *coder, x *core.AgentInfo) {
	text(c, &x.ID)
	text(c, &x.Hostname)
	text(c, &x.Region)
	number(c, &x.Capabilities)
	c.resources(&x.Total)
	list(c, &x.Used, codeUsage)
	optional(c, &x.Unavailability, codeUnavailability)
}

func codeAgentUpdate(c *coder, x *core.AgentUpdate) {
	optional(c, &x.Hostname, codeText)
	optional(c, &x.Region, codeText)
	optional(c, &x.Capabilities, codeNumber)
	optional(c, &x.Total, codeResources)
	c.bool(&x.AttributesChanged)
	c.bool(&x.InfoChanged)
}

func codeQuantity(c *coder, q *core.Quantity) {
	word(c, &q.Name)
	integer(c, &q.Amount)
}

func codeQuantities(c *coder, p *[]core.Quantity) { list(c, p, codeQuantity) }

func codeRoles(c *coder, p *[]core.RoleID) { list(c, p, codeNumber) }

func codeRoleMinimum(c *coder, m *core.RoleMinimum) {
	number(c, &m.Role)
	list(c, &m.Lists, codeQuantities)
}

func codeRoleMinima(c *coder, p *[]core.RoleMinimum) { list(c, p, codeRoleMinimum) }

func codeAgentUsage(c *coder, u *core.AgentUsage) {
	text(c, &u.Agent)
	number(c, &u.Role)
	c.resources(&u.Resources)
}

func codeFrameworkInfo(c *coder, x *core.FrameworkInfo) {
	text(c, &x.ID)
	number(c, &x.Capabilities)
	codeRoles(c, &x.Roles)
	codeRoles(c, &x.Suppressed)
	codeRoleMinima(c, &x.MinAllocatable)
	c.bool(&x.Inactive)
	list(c, &x.Used, codeAgentUsage)
}

func codeFrameworkUpdate(c *coder, x *core.FrameworkUpdate) {
	optional(c, &x.Capabilities, codeNumber)
	optional(c, &x.Roles, codeRoles)
	optional(c, &x.Suppressed, codeRoles)
	optional(c, &x.MinAllocatable, codeRoleMinima)
}

func codeConversion(c *coder, x *core.Conversion) {
	c.resources(&x.Consumed)
	c.resources(&x.Converted)
	c.bool(&x.Exhaust)
}

func codeConversions(c *coder, p *[]core.Conversion) { list(c, p, codeConversion) }

func codeAllocationUpdate(c *coder, x *core.AllocationUpdate) {
	number(c, &x.Framework)
	number(c, &x.Agent)
	number(c, &x.Role)
	c.resources(&x.Offered)
	codeConversions(c, &x.Conversions)
}

func codeRecoverRequest(c *coder, x *core.RecoverRequest) {
	c.time(&x.Now)
	number(c, &x.Framework)
	number(c, &x.Agent)
	number(c, &x.Role)
	c.resources(&x.Resources)
	integer(c, &x.RefuseFor)
	c.bool(&x.Allocated)
}

func codeInverseOfferUpdate(c *coder, x *core.InverseOfferUpdate) {
	c.time(&x.Now)
	number(c, &x.Agent)
	number(c, &x.Framework)
	number(c, &x.Status)
	integer(c, &x.RefuseFor)
}

func codeQuota(c *coder, q *core.Quota) {
	codeQuantities(c, &q.Guarantees)
	codeQuantities(c, &q.Limits)
}

func codeRoleQuota(c *coder, q *core.RoleQuota) {
	number(c, &q.Role)
	codeQuota(c, &q.Quota)
}

func codeRoleWeight(c *coder, w *core.RoleWeight) {
	number(c, &w.Role)
	c.float(&w.Weight)
}

func codeRoleWeights(c *coder, p *[]core.RoleWeight) { list(c, p, codeRoleWeight) }

func codeRoleRank(c *coder, x *core.RoleRank) {
	number(c, &x.Role)
	c.float(&x.Rank)
}

func codeFrameworkRank(c *coder, x *core.FrameworkRank) {
	number(c, &x.Framework)
	c.float(&x.Rank)
}

func codeLabel(c *coder, l *core.Label) {
	text(c, &l.Key)
	optional(c, &l.Value, codeText)
}

func codeLabels(c *coder, p *[]core.Label) { list(c, p, codeLabel) }

func codeReservation(c *coder, x *core.Reservation) {
	number(c, &x.Type)
	text(c, &x.Role)
	optional(c, &x.Principal, codeText)
	codeLabels(c, &x.Labels)
}

func codeDisk(c *coder, d *core.Disk) {
	number(c, &d.Source)
	for _, x := range []**string{&d.Root, &d.Vendor, &d.ID, &d.Profile, &d.Persistence} {
		optional(c, x, codeText)
	}
	codeLabels(c, &d.Metadata)
}

func codeKind(c *coder, k *core.Kind) {
	word(c, &k.Name)
	number(c, &k.Type)
	list(c, &k.Reservations, codeReservation)
	optional(c, &k.Disk, codeDisk)
	c.bool(&k.Revocable)
	c.bool(&k.Shared)
	optional(c, &k.Provider, codeText)
}
