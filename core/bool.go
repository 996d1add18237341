package core

func boolByte(v bool) byte {
	if v {
		return 1
	}
	return 0
}

func boolInt(b bool) int { return int(boolByte(b)) }
