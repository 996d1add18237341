package main

import "github.com/apportion/apportion/core/alloc"

// writeText writes a text of unknown size.
func writeText[S string | []byte](p *char, capacity size_t, size *size_t, s S) error {
	var r reader
	copy(resultSlice[byte](&r, p, capacity, size, len(s)), s)
	return r.err
}

// writeRows writes rows that have the layout of the caller's.
func writeRows[E, T any](p *T, capacity size_t, count *size_t, rows []E) error {
	var r reader
	copy(resultSlice[E](&r, p, capacity, count, len(rows)), rows)
	return r.err
}

// writeResources writes resources one by one: in the core's there is no field
// where the caller's have one that is 0.
func writeResources(p *apportion_resource, capacity size_t, count *size_t, rows []alloc.Resource) error {
	var r reader
	out := resultSlice[apportion_resource](&r, p, capacity, count, len(rows))
	for i := range out {
		from, to := &rows[i], &out[i]
		to.kind = apportion_kind{uint32_t(from.Kind)}
		to.reserved = 0
		to.amount = int64_t(from.Amount)
		to.begin = uint64_t(from.Begin)
		to.end = uint64_t(from.End)
	}
	return r.err
}

// writeOffers is writeResources for the offers of the last cycle.
func (in *instance) writeOffers(p *apportion_offer, capacity size_t, count *size_t) error {
	var r reader
	rows := in.cycle.Offers
	out := resultSlice[apportion_offer](&r, p, capacity, count, len(rows))
	for i := range out {
		from, to := &rows[i], &out[i]
		to.framework = in.frameworkHandle(from.Framework)
		to.agent = in.agentHandle(from.Agent)
		to.role = apportion_role{uint32_t(from.Role)}
		to.first = uint32_t(from.First)
		to.count = uint32_t(from.Count)
		to.reserved = 0
	}
	return r.err
}

func (in *instance) writeInverseOffers(p *apportion_inverse_offer, capacity size_t, count *size_t) error {
	var r reader
	rows := in.cycle.InverseOffers
	out := resultSlice[apportion_inverse_offer](&r, p, capacity, count, len(rows))
	for i := range out {
		from := &rows[i]
		out[i] = apportion_inverse_offer{
			framework:      in.frameworkHandle(from.Framework),
			agent:          in.agentHandle(from.Agent),
			start_nanos:    int64_t(from.Unavailability.Start),
			duration_nanos: int64_t(from.Unavailability.Duration),
		}
	}
	return r.err
}

// write writes a result of fixed size, whose pointer was checked before.
func write[T any](p *T, v T, err error) error {
	if err == nil {
		*p = v
	}
	return err
}

func flag(on bool) int32_t {
	if on {
		return 1
	}
	return 0
}
