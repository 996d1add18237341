package main

import (
	"C"
	"time"

	"github.com/apportion/apportion/core/alloc"
)

func (in *instance) updateUnavailability(m *apportion_op_update_unavailability) error {
	var r reader
	r.reserved(m.reserved, "maintenance")
	u := r.unavailability(m.planned, m.start_nanos, m.duration_nanos)
	if r.err != nil {
		return r.err
	}
	return in.core.UpdateUnavailability(in.agent(m.agent), u)
}

func (in *instance) updateInverseOffer(m *apportion_op_update_inverse_offer) error {
	var r reader
	r.reserved(m.reserved, "answer to an inverse offer")
	if r.err != nil {
		return r.err
	}
	err := in.core.UpdateInverseOffer(alloc.InverseOfferUpdate{
		Now:       alloc.Time(m.now),
		Agent:     in.agent(m.agent),
		Framework: in.framework(m.framework),
		Status:    alloc.InverseStatus(narrow(m.status)),
		RefuseFor: time.Duration(m.refuse_nanos),
	})
	if err == nil && planted(bugState) {
		panic("planted")
	}
	return err
}

//export apportion_inverse_statuses
func apportion_inverse_statuses(handle apportion_instance, agents *apportion_agent, agent_capacity size_t, agent_count *size_t, statuses *apportion_inverse_status, status_capacity size_t, status_count *size_t, text *char, text_capacity size_t, text_size *size_t) int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		if !place(&r, agents, agent_capacity, agent_count) ||
			!place(&r, statuses, status_capacity, status_count) ||
			!place(&r, text, text_capacity, text_size) {
			return r.err
		}
		in.core.InverseOfferStatuses(&in.statuses)
		size := 0
		for i := range in.statuses.Answers {
			size += len(in.statuses.Answers[i].Framework)
		}
		*agent_count, *status_count, *text_size = size_t(len(in.statuses.Agents)), size_t(len(in.statuses.Answers)), size_t(size)
		if *agent_count > agent_capacity || *status_count > status_capacity || *text_size > text_capacity {
			return errTooSmall
		}
		handles := resultSlice[apportion_agent](&r, agents, agent_capacity, agent_count, len(in.statuses.Agents))
		for i := range handles {
			handles[i] = in.agentHandle(in.statuses.Agents[i])
		}
		rows := resultSlice[apportion_inverse_status](&r, statuses, status_capacity, status_count, len(in.statuses.Answers))
		bytes := resultSlice[byte](&r, text, text_capacity, text_size, size)
		at := 0
		for i := range in.statuses.Answers {
			s := &in.statuses.Answers[i]
			rows[i] = apportion_inverse_status{
				agent:    in.agentHandle(s.Agent),
				id_first: size_t(at),
				id_size:  size_t(len(s.Framework)),
				status:   uint32_t(s.Status),
			}
			at += copy(bytes[at:], s.Framework)
		}
		return r.err
	})
}
