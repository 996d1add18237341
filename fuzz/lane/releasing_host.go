package lane

import (
	"errors"
	"slices"
	"strings"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/tape"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/tested"
)

// releasingHost is the core behind a host that releases all names before each call. Its
// numbers are its own: it is held to what it answers, by name.
type releasingHost struct {
	*another
	cast *tape.Cast
	// decays: some order goes by means of the past. When one is worked out anew, and is
	// rounded, depends on which roles are declared: the answers may differ from then on.
	decays bool
}

func newReleasing(cast *tape.Cast) opponent {
	o := &releasingHost{another: newAnother(cast, "releasing host", tested.Options{}), cast: cast}
	o.Forget = 1
	return o
}

func (o *releasingHost) start() {
	options := tape.Options(o.cast)
	o.decays = anyDecays(&options)
	o.another.start()
}

// anyDecays says whether some order goes by means of the past from the start.
func anyDecays(o *core.Options) bool {
	return decays(o.RoleSorter) || decays(o.FrameworkSorter) ||
		slices.ContainsFunc(o.RolePolicies, func(p core.RolePolicy) bool { return decays(p.Policy) })
}

func decays(p core.Policy) bool { return strings.HasPrefix(string(p), "decayed") }

// play compares the codes of refusals: texts name kinds by number.
func (o *releasingHost) play(_ *subject, c *tape.Call, refusal error) {
	policy, _ := c.Value.(*calls.SetPolicy)
	if o.decays = o.decays || policy != nil && decays(policy.Policy); o.decays {
		return
	}
	err := o.Play(c)
	var x, y *core.Error
	if errors.As(err, &x) != errors.As(refusal, &y) || (err == nil) != (refusal == nil) || x != nil && x.Code != y.Code {
		must.Fail("refused with %v, by the core with %v", err, refusal)
	}
}

func (o *releasingHost) compare(s *subject) {
	if o.decays {
		return
	}
	must.Do(history.Compare(o.Answer(), s.Answer()))
}

func (o *releasingHost) compareState(*subject) { must.Do(o.core.Validate()) }
