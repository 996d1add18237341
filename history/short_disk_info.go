package history

import "strings"

// disk reads the words of a disk after the opening bracket.
func (s *scanner) disk() *Disk {
	d, seen := &Disk{}, map[string]bool{}
	for s.blanks(); !s.accept("]"); s.blanks() {
		word := s.name()
		if seen[word] {
			panic(s.errorf("%s given twice", word))
		}
		seen[word] = true
		s.diskWord(d, word)
	}
	if d.Source != nil && d.Source.Type == "" {
		panic(s.errorf("want PATH, MOUNT, BLOCK or RAW"))
	}
	if d.Persistence != nil && !seen["id"] {
		panic(s.errorf("a persistence needs an id"))
	}
	return d
}

func (s *scanner) diskWord(d *Disk, word string) {
	switch word {
	case "id", "by":
		if d.Persistence == nil {
			d.Persistence = &Persistence{}
		}
	case "at":
		volume.read(s, &d.Volume)
		return
	default:
		if d.Source == nil {
			d.Source = &Source{}
		}
	}
	switch word {
	case "PATH", "MOUNT", "BLOCK", "RAW":
		s.source(d.Source, word)
	case "id":
		d.Persistence.ID = *s.assigned()
	case "by":
		d.Persistence.Principal = s.assigned()
	case "path":
		s.root(&d.Source.Path)
	case "mount":
		s.root(&d.Source.Mount)
	case "vendor":
		d.Source.Vendor = s.assigned()
	case "source":
		d.Source.ID = s.assigned()
	case "profile":
		d.Source.Profile = s.assigned()
	case "metadata":
		s.expect("=")
		labelList.read(s, &d.Source.Metadata)
	default:
		panic(s.errorf("unknown word %q of a disk", word))
	}
}

// source reads what follows the source's type.
func (s *scanner) source(source *Source, kind string) {
	if source.Type != "" {
		panic(s.errorf("two types of source"))
	}
	source.Type = kind
	if !s.accept(":") {
		return
	}
	at := source.own()
	if at == nil || *at != nil {
		panic(s.errorf("%s cannot have a root here", kind))
	}
	root := s.name()
	*at = &Root{&root}
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
func (s *scanner) root(at **Root) {
	if *at != nil {
		panic(s.errorf("two roots"))
	}
	*at = &Root{}
	if s.isNext("=") {
		(*at).Root = s.assigned()
	}
}

// assigned reads = and a text.
func (s *scanner) assigned() *string {
	s.expect("=")
	text := s.name()
	return &text
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
