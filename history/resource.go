package history

// A ValueType says which of a resource's values counts.
type ValueType uint8

const (
	Scalar ValueType = iota
	Ranges
	Set
)

var valueTypes = []string{"SCALAR", "RANGES", "SET"}

func (t ValueType) String() string { return valueTypes[t] }

// A Range is the whole numbers from Begin to End, both included.
type Range struct {
	Begin uint64 `as:"digits"`
	End   uint64 `as:"digits" before:"-"`
}

// A Resource is Mesos's Resource message in the post-refinement format, without
// the allocation info. Pointers are optional fields: absent and empty differ.
type Resource struct {
	Name         string
	Type         ValueType
	Milli        int64         `json:"scalar" wrap:"value" as:"amount"` // of a Scalar, in thousandths
	Ranges       []Range       `wrap:"range"`                           // of Ranges
	Items        []string      `json:"set" wrap:"item"`                 // of a Set
	Reservations []Reservation `json:",omitempty"`
	Disk         *Disk
	Revocable    bool    `json:",omitempty" as:"mark"`
	Shared       bool    `json:",omitempty" as:"mark"`
	Provider     *string `json:"provider_id" wrap:"value"`
}

// A Reservation is one level of the stack of reservations; the last one counts.
type Reservation struct {
	Dynamic   bool `json:"type" words:"STATIC DYNAMIC"`
	Role      string
	Principal *string
	Labels    []Label `json:",omitempty" wrap:"labels,omitempty"` // nil is absent
}

// A Label is a key with an optional value.
type Label struct {
	Key   string
	Value *string `before:"="`
}

// A Disk is Mesos's DiskInfo.
type Disk struct {
	Source      *Source
	Persistence *Persistence
	Volume      *Volume
}

// A Source is what a disk resource lies on.
type Source struct {
	Type     string `words:"PATH MOUNT BLOCK RAW"`
	Path     *Root
	Mount    *Root
	Vendor   *string
	ID       *string
	Profile  *string
	Metadata []Label `json:",omitempty" wrap:"labels,omitempty"` // nil is absent
}

// A Root is the place of a path or mount source in the file system.
type Root struct{ Root *string }

// A Persistence makes a persistent volume of a disk resource.
type Persistence struct {
	ID        string
	Principal *string
}

// A Volume says how a task sees a persistent volume. It doesn't tell resources
// apart.
type Volume struct {
	ContainerPath string  `before:"="`
	Mode          string  `before:":" words:"RW RO"`
	HostPath      *string `before:":"`
}
