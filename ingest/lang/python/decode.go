package python

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"

	"assay/ingest/facts"
)

// decoded is a file's text as the parser gets it: UTF-8 without a byte-order mark, lone carriage returns replaced by
// line feeds, so that lines and bytes count as Python counts them.
type decoded struct {
	text     []byte
	encoding string // empty for UTF-8
	fault    *facts.Diagnostic
}

var (
	utf8BOM  = []byte("\xef\xbb\xbf")
	cookie   = regexp.MustCompile(`^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)`)
	noCookie = regexp.MustCompile(`^[ \t\f]*(?:#.*)?$`)
)

// decode reads bytes by Python's rules: a byte-order mark, else a coding cookie in one of the first two lines (PEP
// 263), else UTF-8. What cannot be decoded is replaced and told.
func decode(source []byte) decoded {
	if rest, found := bytes.CutPrefix(source, utf8BOM); found {
		return decodeUTF8(rest)
	}
	name := codingCookie(source)
	if name == "" {
		return decodeUTF8(source)
	}
	codec, known := codecOf(name)
	if !known {
		d := decodeUTF8(source)
		d.encoding = name
		d.fault = &facts.Diagnostic{Line: 1, Message: fmt.Sprintf("unknown encoding %q", name)}
		return d
	}
	if codec == nil {
		return decodeUTF8(source)
	}
	text, err := codec.NewDecoder().Bytes(source)
	if err != nil {
		d := decodeUTF8(source)
		d.fault = &facts.Diagnostic{Line: 1, Message: fmt.Sprintf("not %s: %v", name, err)}
		return d
	}
	return decoded{text: lineFeeds(text), encoding: name, fault: replaced(text, name)}
}

// replaced tells the line of the first byte that the decoder could not read.
func replaced(text []byte, name string) *facts.Diagnostic {
	i := bytes.IndexRune(text, utf8.RuneError)
	if i < 0 || strings.Contains(strings.ToLower(name), "8859") { // Python reads the control characters that have no sign
		return nil
	}
	return &facts.Diagnostic{Line: lineCount(text[:i+1]), Message: "bytes that are not " + name}
}

func decodeUTF8(source []byte) decoded {
	if utf8.Valid(source) {
		return decoded{text: lineFeeds(source)}
	}
	text := bytes.ToValidUTF8(source, []byte(string(utf8.RuneError)))
	bad := 0
	for i := 0; i < len(source); {
		r, size := utf8.DecodeRune(source[i:])
		if r == utf8.RuneError && size == 1 {
			bad = i
			break
		}
		i += size
	}
	fault := &facts.Diagnostic{Line: lineCount(source[:bad+1]), Message: "bytes that are not UTF-8, and no coding cookie"}
	return decoded{text: lineFeeds(text), fault: fault}
}

func codingCookie(source []byte) string {
	for range 2 {
		line, rest := source, []byte(nil)
		if end := bytes.IndexAny(source, "\r\n"); end >= 0 {
			line = source[:end]
			rest = source[end+1:]
			if source[end] == '\r' {
				rest = bytes.TrimPrefix(rest, []byte("\n"))
			}
		}
		if match := cookie.FindSubmatch(line); match != nil {
			return string(match[1])
		}
		if !noCookie.Match(line) {
			return ""
		}
		source = rest
	}
	return ""
}

// codecNames maps Python's own names of codecs, in normal form, to what the tables of the web and of IANA call them.
var codecNames = map[string]string{
	"latin": "iso-8859-1", "latin-1": "iso-8859-1", "iso8859": "iso-8859-1", "cp819": "iso-8859-1", "utf": "utf-8", "u8": "utf-8",
	"latin1": "iso-8859-1", "l1": "iso-8859-1", "iso8859-1": "iso-8859-1", "8859": "iso-8859-1",
	"latin9": "iso-8859-15", "latin-9": "iso-8859-15", "iso8859-15": "iso-8859-15", "latin2": "iso-8859-2",
	"cp936": "gbk", "cp949": "euc-kr", "cp932": "shift_jis", "sjis": "shift_jis", "eucjp": "euc-jp", "euckr": "euc-kr",
	"ascii": "us-ascii", "646": "us-ascii", "cp437": "ibm437", "cp850": "ibm850", "cp866": "ibm866", "cp1251": "windows-1251",
	"cp1250": "windows-1250", "cp1252": "windows-1252", "cp1253": "windows-1253", "cp1254": "windows-1254",
}

// codecOf finds a codec by Python's name; nil for UTF-8.
func codecOf(name string) (codec encoding.Encoding, known bool) {
	normal := strings.ReplaceAll(strings.ToLower(name), "_", "-")
	if other, found := codecNames[normal]; found {
		normal = other
	}
	switch {
	case normal == "utf-8" || strings.HasPrefix(normal, "utf-8-") || normal == "utf8" || normal == "us-ascii":
		return nil, true
	case normal == "iso-8859-1":
		return charmap.ISO8859_1, true // the web's table says windows-1252
	}
	if codec, err := ianaindex.IANA.Encoding(normal); err == nil && codec != nil {
		return codec, true
	}
	codec, err := htmlindex.Get(normal)
	return codec, err == nil
}

// lineFeeds replaces carriage returns that end a line alone, byte for byte; the parser counts line feeds only.
func lineFeeds(text []byte) []byte {
	alone := func(i int) bool { return text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n') }
	first := -1
	for i := bytes.IndexByte(text, '\r'); i >= 0 && i < len(text); i++ {
		if alone(i) {
			first = i
			break
		}
	}
	if first < 0 {
		return text
	}
	out := bytes.Clone(text)
	for i := first; i < len(out); i++ {
		if alone(i) {
			out[i] = '\n'
		}
	}
	return out
}

// lineCount counts the lines that a text begins: "a\nb" has two, "a\n" one.
func lineCount(text []byte) int {
	text = lineFeeds(text)
	n := bytes.Count(text, []byte("\n"))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}
