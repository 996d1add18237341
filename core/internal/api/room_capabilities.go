package api

// CheckCapabilities refuses capabilities that there are not.
func CheckCapabilities(what, id string, c Capabilities) *Error {
	if c != NoCapabilities && c&^AllCapabilities != 0 {
		return Errorf(CodeInvalid, "%s %q: unknown capabilities %#x", what, id, uint32(c&^AllCapabilities))
	}
	return nil
}

// OfAgent returns the capabilities that an agent's stand for.
func OfAgent(c Capabilities) Capabilities {
	if c == 0 {
		return ModernAgent
	}
	return c &^ NoCapabilities
}

// OfFramework returns the capabilities that a framework's stand for.
func OfFramework(c Capabilities) Capabilities { return c &^ NoCapabilities }

// CapabilityNames are the capabilities as Mesos spells them, by bit.
var CapabilityNames = [...]string{"MULTI_ROLE", "HIERARCHICAL_ROLE", "RESERVATION_REFINEMENT", "GPU_RESOURCES", "REGION_AWARE", "REVOCABLE_RESOURCES", "SHARED_RESOURCES"}
