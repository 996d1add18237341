package order

import "strings"

// checkPath returns why path cannot be a client's, or nil.
func checkPath(path string) error {
	if path == "" {
		return ErrEmptyPath
	}
	for component := range strings.SplitSeq(path, "/") {
		switch component {
		case "":
			return ErrEmptyComponent
		case virtualName:
			return ErrReservedComponent
		}
	}
	return nil
}

// Add adds a client, inactive and with nothing allocated. Its path is one or
// more components separated by slashes: none may be empty, or "." (the tree
// uses that name itself). It returns ErrEmptyPath, ErrEmptyComponent,
// ErrReservedComponent or ErrDuplicateClient. The path is kept, not copied.
func (s *Sorter) Add(path string) (Client, error) {
	at, err := s.placeFor(path)
	if err != nil {
		return NoClient, err
	}
	s.invalidate()
	s.makeStale()
	c := s.newClient()
	s.addAt(at, path, c)
	s.verify()
	return c, nil
}

// placeFor returns where a new client's path leads, or why it cannot be one's.
func (s *Sorter) placeFor(path string) (descent, error) {
	if err := checkPath(path); err != nil {
		return descent{}, pathError("add", path, err)
	}
	at := s.descend(path)
	if at.start > len(path) && s.clientAt(at.node) != NoClient {
		return descent{}, pathError("add", path, ErrDuplicateClient)
	}
	return at, nil
}

// addAt adds c at the place for its path.
func (s *Sorter) addAt(at descent, path string, c Client) {
	if at.start > len(path) {
		leaf := s.addVirtual(at.node, inactiveLeaf, c)
		if s.isTimed() {
			s.beginLifetime(leaf)
		}
		return
	}
	if s.tags[at.node].kind != internal {
		s.makeInternal(at.node)
		_, at.before = s.search(s.groupOf(at.node), path[at.start:componentEnd(path, at.start)])
	}
	s.addBelow(at, path, c)
}

func (s *Sorter) newClient() Client {
	c := Client(s.clients.Take())
	if int(c) == len(s.leaves) {
		s.leaves = append(s.leaves, noNode)
	}
	return c
}

// descent is how far a path leads from the root.
type descent struct {
	node   node // the last on it
	start  int  // where its next component starts, beyond its end if there is none left
	before node // the child of node, if it is internal, that this component comes after
}

// descend follows path from the root as far as there are nodes.
func (s *Sorter) descend(path string) descent {
	at := descent{node: root, before: noNode}
	for at.start <= len(path) && s.tags[at.node].kind == internal {
		end := componentEnd(path, at.start)
		var child node
		child, at.before = s.search(s.groupOf(at.node), path[at.start:end])
		if child == noNode {
			break
		}
		at.node, at.start = child, end+1
	}
	return at
}

// clientAt returns the client whose path is n's, or NoClient.
func (s *Sorter) clientAt(n node) Client {
	if s.tags[n].kind == internal {
		n = s.groupOf(n).virtual
		if n == noNode {
			return NoClient
		}
	}
	return s.states[n].client
}

// componentEnd returns the end of the component of path that starts at start.
func componentEnd(path string, start int) int {
	if slash := strings.IndexByte(path[start:], '/'); slash >= 0 {
		return start + slash
	}
	return len(path)
}

// addBelow makes nodes for those components of path for which at found none, below the internal
// node that at ends at, and puts c at the last of them.
func (s *Sorter) addBelow(at descent, path string, c Client) {
	for {
		end := componentEnd(path, at.start)
		k := internal
		if end == len(path) {
			k = inactiveLeaf
		}
		child := s.newNode(path[:end], at.start, at.node, k)
		s.attach(child, at.before)
		if s.isTimed() {
			s.beginLifetime(child)
		}
		if k != internal {
			s.setLeaf(c, child)
			return
		}
		s.queueForWeight(child)
		at = descent{node: child, start: end + 1, before: noNode}
	}
}

// setLeaf makes n the leaf of c.
func (s *Sorter) setLeaf(c Client, n node) {
	s.leaves[c] = n
	s.states[n].client = c
	if s.weighInactive {
		s.queueForWeight(n)
	}
}

// Remove removes c, and the nodes of its path that lead to no other client. Its ancestors lose its allocation
// and keep their picks; the path keeps its weight. An unknown client is ErrUnknownClient.
func (s *Sorter) Remove(c Client) error {
	if !s.has(c) {
		return clientError("remove", c)
	}
	s.invalidate()
	s.makeStale()
	s.settle(c)
	leaf := s.leaves[c]
	if s.tags[leaf].kind == activeLeaf {
		s.removeFromOrder(leaf)
	}
	s.leaves[c] = noNode
	s.clients.Give(uint32(c))

	for n := leaf; n != root; {
		up := s.states[n].parent
		s.alloc.Sub(int(up), s.alloc.Row(int(leaf))) // which a freed node keeps until newNode
		if s.tags[n].kind != internal || s.groupOf(n).children == 0 {
			s.detach(n)
			s.freeNode(n)
		} else {
			s.collapse(n)
			s.reorder(n)
		}
		n = up
	}
	s.verify()
	return nil
}
