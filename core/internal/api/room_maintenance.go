package api

// CheckUnavailability refuses a maintenance of negative length.
func CheckUnavailability(agent string, u *Unavailability) *Error {
	if u != nil && u.Duration < 0 {
		return Errorf(CodeInvalid, "agent %q: maintenance of %v is negative", agent, u.Duration)
	}
	return nil
}
