package main

import (
	"encoding/binary"
	"errors"
)

const (
	commandLineOffset = 0x1000
	headerOffset      = 0x1f1
	usable            = 1
)

// kernelCode is the protected-mode part of a bzImage.
func kernelCode(bzImage []byte) ([]byte, error) {
	if len(bzImage) < 0x1000 || string(bzImage[0x202:0x206]) != "HdrS" {
		return nil, errors.New("not a bzImage")
	}
	return bzImage[(int(bzImage[headerOffset])+1)*512:], nil
}

// parameters is the kernel's "zero page" with the command line behind it: the setup header
// copied from the bzImage, the fields that a boot loader fills in, and the memory map.
func parameters(bzImage []byte, commandLine string, initrdSize, memory uint32) []byte {
	page := make([]byte, chunk)
	end := 0x202 + int(bzImage[0x201])
	copy(page[headerOffset:], bzImage[headerOffset:end])
	put := func(at int, v uint32) { binary.LittleEndian.PutUint32(page[at:], v) }
	page[0x210] = 0xff // loader of no assigned type
	put(0x218, initrdAddress)
	put(0x21c, initrdSize)
	put(0x228, parametersAddress+commandLineOffset)
	regions := []struct{ from, to uint32 }{{0, 0x9f000}, {kernelAddress, memory}}
	page[0x1e8] = byte(len(regions))
	for i, r := range regions {
		at := 0x2d0 + 20*i
		put(at, r.from)
		put(at+8, r.to-r.from)
		put(at+16, usable)
	}
	copy(page[commandLineOffset:], commandLine)
	return page
}
