package history

import "cmp"

// unnamed stands in the core for a name that is there and empty: the region of a fault domain, or
// the place of a disk. To the core, an empty name is no region.
const unnamed = "\x00"

// CoreRegion is the name of the domain's region for the core, empty for no domain.
func (d *Domain) CoreRegion() string {
	if d == nil {
		return ""
	}
	return cmp.Or(d.Region, unnamed)
}

// DomainOf undoes CoreRegion. The zone is not known.
func DomainOf(region string) *Domain {
	switch region {
	case "":
		return nil
	case unnamed:
		return &Domain{}
	}
	return &Domain{Region: region}
}
