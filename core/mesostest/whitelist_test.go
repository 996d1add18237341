package mesostest_test

import (
	"testing"

	"github.com/apportion/apportion/core/alloc"
)

// Only agents on whitelisted hosts are offered, from the next cycle after a
// change of the whitelist on.
func TestWhitelistedHostsAreOffered(t *testing.T) {
	run(t, alloc.Options{}, func(c *cluster) {
		c.alloc.SetWhitelist([]string{"elsewhere"})
		c.addAgent("a1", "cpus:2;mem:1024")
		c.addFramework("f1", "*")
		c.advance(interval)
		c.expectNothing()

		c.alloc.SetWhitelist([]string{"elsewhere", "a1"})
		c.expectNothing()
		c.advance(interval)
		c.expect(offer{"f1", "*", "a1", "cpus:2;mem:1024"})
	})
}
