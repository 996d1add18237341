package core

// RequestResources is accepted and, as in Mesos, changes nothing.
//
// Errors: CodeUnknownFramework, CodeStale.
func (a *Allocator) RequestResources(id FrameworkID) error {
	if _, _, err := a.frameworks.FrameworkOf(id); err != nil {
		return err
	}
	return nil
}
