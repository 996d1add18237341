package journal

// atOnce is how many calls are handed over at a time where they are read ahead.
const atOnce = 4096

// readAhead is readParts with a goroutine that reads, decompresses and decodes a little ahead of
// yield, so that a replay uses two processors. The calls of a frame come in several parts.
func readAhead(file string, yield func(part) error) error {
	parts, stop := make(chan part, 2), make(chan struct{})
	var failed error // once parts is closed
	go func() {
		defer close(parts)
		failed = readParts(file, func(x part) error {
			return decoded(x, func(x part) error {
				select {
				case parts <- x:
					return nil
				case <-stop:
					return errStop
				}
			})
		})
	}()
	for x := range parts {
		if err := yield(x); err != nil {
			close(stop)
			for range parts { // until the file is closed
			}
			return err
		}
	}
	return failed
}

// decoded yields a part as it is, or one with its calls, by so many at once.
func decoded(x part, yield func(part) error) error {
	if x.kind != callsFrame {
		return yield(x)
	}
	var stopped error
	x.failed = readCalls(x.content, nil, func(c *call) error {
		if len(x.list) == atOnce {
			x.more = true
			stopped = yield(x)
			if stopped != nil {
				return stopped
			}
			x.calls += atOnce
			x.list, x.more = nil, false
		}
		if x.list == nil {
			x.list = make([]call, 0, atOnce)
		}
		x.list = append(x.list, *c)
		return nil
	})
	if stopped != nil {
		return stopped
	}
	return yield(x)
}
