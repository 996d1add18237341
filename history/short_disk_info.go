package history

import "strings"

// disk reads the words of a disk after the opening bracket.
func (s *scanner) disk() (*Disk, error) {
	d, seen := &Disk{}, map[string]bool{}
	for s.blanks(); !s.accept("]"); s.blanks() {
		word, err := s.name()
		if err != nil {
			return nil, err
		}
		if seen[word] {
			return nil, s.errorf("%s given twice", word)
		}
		seen[word] = true
		if err := s.diskWord(d, word); err != nil {
			return nil, err
		}
	}
	if d.Source != nil && d.Source.Type == "" {
		return nil, s.errorf("want PATH, MOUNT, BLOCK or RAW")
	}
	if d.Persistence != nil && !seen["id"] {
		return nil, s.errorf("a persistence needs an id")
	}
	return d, nil
}

func (s *scanner) diskWord(d *Disk, word string) error {
	switch word {
	case "id", "by":
		if d.Persistence == nil {
			d.Persistence = &Persistence{}
		}
	case "at":
		return volume.read(s, &d.Volume)
	default:
		if d.Source == nil {
			d.Source = &Source{}
		}
	}
	switch word {
	case "PATH", "MOUNT", "BLOCK", "RAW":
		return s.source(d.Source, word)
	case "id":
		return s.assign(&d.Persistence.ID)
	case "by":
		return s.assignOptional(&d.Persistence.Principal)
	case "path":
		return s.root(&d.Source.Path)
	case "mount":
		return s.root(&d.Source.Mount)
	case "vendor":
		return s.assignOptional(&d.Source.Vendor)
	case "source":
		return s.assignOptional(&d.Source.ID)
	case "profile":
		return s.assignOptional(&d.Source.Profile)
	case "metadata":
		if err := s.expect("="); err != nil {
			return err
		}
		return labelList.read(s, &d.Source.Metadata)
	}
	return s.errorf("unknown word %q of a disk", word)
}

// source reads what follows the source's type.
func (s *scanner) source(source *Source, kind string) error {
	if source.Type != "" {
		return s.errorf("two types of source")
	}
	source.Type = kind
	if !s.accept(":") {
		return nil
	}
	at := source.own()
	if at == nil || *at != nil {
		return s.errorf("%s cannot have a root here", kind)
	}
	root, err := s.name()
	*at = &Root{&root}
	return err
}

// own is where the root of the source's type is, nil if the type has none.
func (source *Source) own() **Root {
	switch source.Type {
	case "PATH":
		return &source.Path
	case "MOUNT":
		return &source.Mount
	}
	return nil
}

// root reads a message with a root that may be absent.
func (s *scanner) root(at **Root) error {
	if *at != nil {
		return s.errorf("two roots")
	}
	*at = &Root{}
	if s.peek() != '=' {
		return nil
	}
	return s.assignOptional(&(*at).Root)
}

func (s *scanner) assign(at *string) (err error) {
	if err := s.expect("="); err != nil {
		return err
	}
	*at, err = s.name()
	return err
}

func (s *scanner) assignOptional(at **string) error {
	*at = new(string)
	return s.assign(*at)
}

// disk writes the brackets and the words between them.
func (p *printer) disk(d *Disk) {
	var words []string
	assign := func(key string, value *string) {
		if value != nil {
			words = append(words, key+"="+keyOf(*value))
		}
	}
	if s := d.Source; s != nil {
		own, first := s.own(), s.Type
		if own != nil && *own != nil && (*own).Root != nil {
			first += ":" + keyOf(*(*own).Root)
		}
		words = append(words, first)
		for i, at := range []**Root{&s.Path, &s.Mount} {
			switch key := []string{"path", "mount"}[i]; {
			case *at != nil && (*at).Root == nil:
				words = append(words, key)
			case *at != nil && at != own:
				assign(key, (*at).Root)
			}
		}
		assign("vendor", s.Vendor)
		assign("source", s.ID)
		assign("profile", s.Profile)
		if s.Metadata != nil {
			words = append(words, "metadata="+labelList.text(&s.Metadata))
		}
	}
	if d.Persistence != nil {
		assign("id", &d.Persistence.ID)
		assign("by", d.Persistence.Principal)
	}
	if d.Volume != nil {
		words = append(words, "at"+volume.text(&d.Volume))
	}
	p.WriteString("[" + strings.Join(words, " ") + "]")
}
