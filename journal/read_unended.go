package journal

import "fmt"

// Unended is a file without an ending frame: it is being written, its process was killed, or it was
// cut off. It is also a file of a folder that says that another file follows, when that one is not
// there.
type Unended struct {
	File     string
	Offset   int64  // to where it goes
	Calls    uint64 // that were recorded in all before there
	LastCall string // the name of the last one
}

func (u *Unended) String() string {
	text := fmt.Sprintf("%s: not ended at offset %d, as it is being written, was cut off, or its process was killed; ", u.File, u.Offset)
	if u.LastCall == "" {
		return text + "it has no call"
	}
	return text + fmt.Sprintf("the last recorded call is %d, %s", u.Calls-1, u.LastCall)
}

// leave notes the latest file if it is not ended, and nothing follows it.
func (p *Replay) leave() {
	if p.before != nil {
		p.Unended = append(p.Unended, *p.before)
	}
	p.before = nil
}
