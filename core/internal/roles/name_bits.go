package roles

import "github.com/apportion/apportion/quantities"

// NameBits is a set of resource names as bits. Names from SharedName on, all sparse ones among them, share the bit
// SharedName. Two more bits stand for scalars of any name that quota does not count: ReservedBit for reserved ones,
// and RevocableBit for revocable ones that are not reserved.
type NameBits uint64

// SharedName is the first name without a bit of its own. OwnNames are the names that
// have one, AllNames all names.
const (
	SharedName   = min(quantities.DenseNames, 61)
	OwnNames     = 1<<SharedName - 1
	ReservedBit  = NameBits(1 << 62)
	RevocableBit = NameBits(1 << 63)
	BeyondQuota  = ReservedBit | RevocableBit
	AllNames     = ^NameBits(0)
)

// NameBit returns the bit that stands for a name.
func NameBit(n quantities.Name) NameBits { return 1 << min(n, SharedName) }

// NamesIn returns the names whose amount in a row is not 0.
func NamesIn(row quantities.Row) NameBits {
	var names NameBits
	for n, q := range row.Dense() {
		if q != 0 {
			names |= NameBit(quantities.Name(n))
		}
	}
	if row.HasSparse() {
		names |= NameBit(SharedName)
	}
	return names
}
