package main

import (
	"time"

	"github.com/apportion/apportion/core/alloc"
)

func (in *instance) addAgent(info *apportion_agent_info) (uint64_t, error) {
	var r reader
	a := r.agent(record(&r, info, APPORTION_AGENT_INFO_MIN_SIZE, "agent"))
	if r.err != nil {
		return 0, r.err
	}
	id, err := in.core.AddAgent(a)
	return in.agentHandle(id).handle, err
}

func (r *reader) agent(i *apportion_agent_info) alloc.AgentInfo {
	r.reserved(i.reserved, "agent")
	r.flags(i.flags, APPORTION_AGENT_UNAVAILABLE, "agent")
	return alloc.AgentInfo{
		ID:           r.str(i.id, "agent: id"),
		Hostname:     r.str(i.hostname, "agent: hostname"),
		Region:       r.str(i.region, "agent: region"),
		Capabilities: new(alloc.Capabilities(i.capabilities)),
		Total:        r.resources(i.total, i.total_count, "agent: total"),
		Used:         r.used(i.used, i.used_count),
		Unavailability: r.unavailability(i.flags&APPORTION_AGENT_UNAVAILABLE,
			i.unavailable_start_nanos, i.unavailable_duration_nanos),
	}
}

// unavailability reads planned maintenance; its times must be 0 if none is.
func (r *reader) unavailability(planned uint32_t, start, duration int64_t) *alloc.Unavailability {
	if r.yes(planned, "maintenance: planned") {
		return &alloc.Unavailability{Start: alloc.Time(start), Duration: time.Duration(duration)}
	}
	if start != 0 || duration != 0 {
		r.fail(APPORTION_E_INVALID, "maintenance: is not planned but has a time")
	}
	return nil
}

func (in *instance) updateAgent(m *apportion_op_update_agent) error {
	var r reader
	u := r.agentUpdate(record(&r, m.update, APPORTION_AGENT_UPDATE_MIN_SIZE, "update of an agent"))
	if r.err != nil {
		return r.err
	}
	return in.core.UpdateAgent(in.agent(m.agent), u)
}

// agentUpdate reads an update. It always sets hostname and region, to nothing if they are empty; the total and the
// capabilities stay unless a flag says otherwise.
func (r *reader) agentUpdate(u *apportion_agent_update) alloc.AgentUpdate {
	r.reserved(u.reserved, "update of an agent")
	r.flags(u.flags, APPORTION_UPDATE_CAPABILITIES|APPORTION_UPDATE_TOTAL|
		APPORTION_UPDATE_ATTRIBUTES|APPORTION_UPDATE_INFO, "update of an agent")
	hostname := r.str(u.hostname, "update of an agent: hostname")
	region := r.str(u.region, "update of an agent: region")
	update := alloc.AgentUpdate{
		Hostname:          &hostname,
		Region:            &region,
		AttributesChanged: u.flags&APPORTION_UPDATE_ATTRIBUTES != 0,
		InfoChanged:       u.flags&APPORTION_UPDATE_INFO != 0,
	}
	if u.flags&APPORTION_UPDATE_CAPABILITIES != 0 {
		update.Capabilities = new(alloc.Capabilities(u.capabilities))
	} else if u.capabilities != 0 {
		r.fail(APPORTION_E_INVALID, "update of an agent: has capabilities without APPORTION_UPDATE_CAPABILITIES")
	}
	total := r.resources(u.total, u.total_count, "update of an agent: total")
	if u.flags&APPORTION_UPDATE_TOTAL != 0 {
		update.Total = &total
	} else if total != nil {
		r.fail(APPORTION_E_INVALID, "update of an agent: has a total without APPORTION_UPDATE_TOTAL")
	}
	return update
}
