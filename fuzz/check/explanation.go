package check

import (
	"fmt"
	"maps"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/explanations"
	"github.com/apportion/apportion/fuzz/model"
	"github.com/apportion/apportion/history"
)

// explainEvery is after how many operations explanations are compared with the
// model's. A recovery is soon over: then it is after each, as in a short history that
// is written down.
const explainEvery = 12

func (c *Checker) explain() error {
	for i := range c.axes {
		if m, ok := c.axes[i].driver.(*model.Model); ok {
			return explanations.Compare(c.subject.core, m)
		}
	}
	return nil
}

// proof is the check that what is said of a framework comes true.
const proof = "explanation comes true"

// proveEvery is after how many operations an explanation is tried out.
const proveEvery = 40

// provable is how long a history is short: everything said in the end is tried out,
// which carries it out again dozens of times.
const provable = 200

// prove tries out what is said of one framework in one role, another one each time.
func (c *Checker) prove() error {
	all := c.subscriptions()
	if len(all) == 0 {
		return nil
	}
	turn := c.steps / proveEvery
	return c.proveOf(all[turn%len(all)], turn)
}

// proveAll tries out what is said of every framework in every role.
func (c *Checker) proveAll() error {
	for turn, s := range c.subscriptions() {
		if err := c.proveOf(s, turn); err != nil {
			return err
		}
	}
	return nil
}

func (c *Checker) proveOf(s subscription, turn int) error {
	scene := explanations.Scene{Make: c.again, World: c.world}
	return scene.Prove(s.framework, s.role, turn)
}

type subscription struct{ framework, role string }

func (c *Checker) subscriptions() []subscription {
	var all []subscription
	for _, name := range slices.Sorted(maps.Keys(c.world.Frameworks)) {
		for _, role := range c.world.Frameworks[name].Roles {
			all = append(all, subscription{name, role})
		}
	}
	return all
}

// again carries the history so far out once more.
func (c *Checker) again() (history.Driver, *core.Allocator) {
	x := c.setup.newSubject(core.TestOptions{})
	for _, op := range c.ops {
		_, _ = x.Apply(op) // what is refused changes nothing
	}
	if x.core.Digest() != c.digest() {
		panic(fmt.Sprintf("%d operations, carried out once more, end elsewhere", len(c.ops)))
	}
	return x, x.core
}
