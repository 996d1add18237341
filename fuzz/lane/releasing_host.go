package lane

import (
	"errors"
	"fmt"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/tape"
	"github.com/apportion/apportion/history"
)

// releasingHost is the core behind a host that releases all names before each call. Its
// numbers are its own: it is held to what it answers, by name.
type releasingHost struct {
	*another
	cast *tape.Cast
}

func newReleasing(cast *tape.Cast) opponent {
	o := &releasingHost{newAnother(cast, "releasing host", core.TestOptions{}), cast}
	o.Forget = 1
	return o
}

// play compares the codes of refusals: texts name kinds by number.
func (o *releasingHost) play(_ *subject, c *tape.Call, refusal error) error {
	err := o.Play(c)
	var x, y *core.Error
	if errors.As(err, &x) != errors.As(refusal, &y) || (err == nil) != (refusal == nil) || x != nil && x.Code != y.Code {
		return fmt.Errorf("refused with %v, by the core with %v", err, refusal)
	}
	return nil
}

func (o *releasingHost) compare(s *subject) error {
	return history.Compare(o.answer(o.cast), s.answer(o.cast))
}

func (o *releasingHost) compareState(*subject) error { return o.core.Validate() }
