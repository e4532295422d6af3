package parse

import (
	"encoding/binary"
	"fmt"
	"io"
)

// maxFrame bounds one frame in bytes: the largest source is 2 MB, the facts of it are smaller than 30 times that.
const maxFrame = 64 << 20

// settings is the first frame to a worker.
type settings struct {
	Memory uint64 `cbor:"1,keyasint"`
	CPU    int64  `cbor:"2,keyasint"` // nanoseconds
}

// greeting is the first frame of a worker: the versions of its languages.
type greeting struct {
	Versions map[string]string `cbor:"1,keyasint"`
}

// request asks for the facts of one file.
type request struct {
	Language string `cbor:"1,keyasint"`
	Source   []byte `cbor:"2,keyasint"`
}

// reply has encoded facts or the reason why there are none.
type reply struct {
	Facts  []byte `cbor:"1,keyasint,omitempty"`
	Reason string `cbor:"2,keyasint,omitempty"`
}

// writeFrame writes the length in four bytes and the value as CBOR.
func writeFrame(w io.Writer, value any) error {
	body, err := encoding.Marshal(value)
	if err != nil {
		return fmt.Errorf("encode frame: %w", err)
	}
	if len(body) > maxFrame {
		return fmt.Errorf("frame of %d bytes, the limit is %d", len(body), maxFrame)
	}
	if _, err := w.Write(binary.BigEndian.AppendUint32(nil, uint32(len(body)))); err != nil {
		return err
	}
	_, err = w.Write(body)
	return err
}

// readFrame reads one frame; io.EOF when the stream ends before it.
func readFrame(r io.Reader, value any) error {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return err
	}
	length := binary.BigEndian.Uint32(head[:])
	if length > maxFrame {
		return fmt.Errorf("frame of %d bytes, the limit is %d", length, maxFrame)
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(r, body); err != nil {
		return fmt.Errorf("read frame: %w", io.ErrUnexpectedEOF)
	}
	if err := decoding.Unmarshal(body, value); err != nil {
		return fmt.Errorf("decode frame: %w", err)
	}
	return nil
}
