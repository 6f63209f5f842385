//go:build !unix

package weights

import (
	"errors"
	"os"
)

func mapFile(*os.File, int) (blob []byte, unmap func() error, err error) {
	return nil, nil, errors.ErrUnsupported
}
