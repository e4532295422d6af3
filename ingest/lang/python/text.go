package python

// Decode gives the text of a file as UTF-8, as extraction reads it: lines count as Python counts them.
func (Python) Decode(source []byte) ([]byte, error) { return decode(source).text, nil }
