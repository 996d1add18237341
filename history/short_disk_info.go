package history

// disk reads the words of a disk after the opening bracket.
func (s *scanner) disk() (*Disk, error) {
	d := &Disk{}
	seen := map[string]bool{}
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
		return s.volume(d)
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
		var err error
		d.Source.Metadata, err = labelList.readShort(s)
		return err
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

func (s *scanner) volume(d *Disk) error {
	v := &Volume{}
	d.Volume = v
	if err := s.assign(&v.ContainerPath); err != nil {
		return err
	}
	if err := s.expect(":"); err != nil {
		return err
	}
	var err error
	if v.Mode, err = volumeMode.readShort(s); err != nil {
		return err
	}
	if s.accept(":") {
		path, err := s.name()
		v.HostPath = &path
		return err
	}
	return nil
}

// disk writes the brackets and the words between them.
func (p *printer) disk(d *Disk) {
	var words []func()
	assign := func(key string, value *string) {
		if value != nil {
			words = append(words, func() { p.WriteString(key + "="); p.name(*value) })
		}
	}
	if s := d.Source; s != nil {
		words = append(words, func() { p.source(s) })
		own := s.own()
		if s.Path != nil && own != &s.Path || p.bareRoot(s.Path) {
			words = append(words, func() { p.root("path", s.Path) })
		}
		if s.Mount != nil && own != &s.Mount || p.bareRoot(s.Mount) {
			words = append(words, func() { p.root("mount", s.Mount) })
		}
		assign("vendor", s.Vendor)
		assign("source", s.ID)
		assign("profile", s.Profile)
		if s.Metadata != nil {
			words = append(words, func() { p.WriteString("metadata="); labelList.writeShort(p, s.Metadata) })
		}
	}
	if d.Persistence != nil {
		assign("id", &d.Persistence.ID)
		assign("by", d.Persistence.Principal)
	}
	if d.Volume != nil {
		words = append(words, func() { p.volume(d.Volume) })
	}
	p.list("[", " ", "]", len(words), func(i int) { words[i]() })
}

// bareRoot says whether this is a message without its root.
func (*printer) bareRoot(r *Root) bool { return r != nil && r.Root == nil }

func (p *printer) source(s *Source) {
	p.WriteString(s.Type)
	if own := s.own(); own != nil && *own != nil && (*own).Root != nil {
		p.WriteString(":")
		p.name(*(*own).Root)
	}
}

func (p *printer) root(key string, r *Root) {
	p.WriteString(key)
	if r.Root != nil {
		p.WriteString("=")
		p.name(*r.Root)
	}
}

func (p *printer) volume(v *Volume) {
	p.WriteString("at=")
	p.name(v.ContainerPath)
	p.WriteString(":" + v.Mode)
	if v.HostPath != nil {
		p.WriteString(":")
		p.name(*v.HostPath)
	}
}
