package core

// RequestResources is accepted and, as in Mesos, changes nothing.
//
// Errors: CodeUnknownFramework, CodeStale.
func (a *Allocator) RequestResources(id FrameworkID) error {
	if _, _, err := a.frameworkOf(id); err != nil {
		return err
	}
	return nil
}
