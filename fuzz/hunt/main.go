// Command hunt makes up histories of calls, one for each seed, and checks them.
// A history that fails is reduced and written to a file. Given files, it checks
// the histories in them instead, and reduces those that fail if told how long.
package main

import "github.com/apportion/apportion/fuzz/campaign"

func main() { campaign.Main() }
