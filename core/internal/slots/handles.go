package slots

// slots within the allocator, dense from 0
type (
	Agent        = uint32
	Framework    = uint32
	Subscription = uint32
	Entry        = uint32
)

const None = ^uint32(0)
