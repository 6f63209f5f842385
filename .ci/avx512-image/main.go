// Command avx512-image writes what the emulator boots: a firmware ROM and a disk.
//
//	avx512-image -kernel bzImage -root folder -memory MiB -command "kernel command line" -rom out -disk out
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("avx512-image: ")
	kernel := flag.String("kernel", "", "Linux bzImage")
	root := flag.String("root", "", "folder that becomes the root; /init is started")
	memory := flag.Uint("memory", 1024, "memory in MiB")
	commandLine := flag.String("command", "", "kernel command line")
	romPath := flag.String("rom", "", "firmware to write")
	diskPath := flag.String("disk", "", "disk to write")
	flag.Parse()
	if err := write(*kernel, *root, *commandLine, *romPath, *diskPath, uint32(*memory)<<20); err != nil {
		log.Fatal(err)
	}
}

func write(kernel, root, commandLine, romPath, diskPath string, memory uint32) error {
	bzImage, err := os.ReadFile(kernel)
	if err != nil {
		return err
	}
	code, err := kernelCode(bzImage)
	if err != nil {
		return err
	}
	var files archive
	if err := files.tree(root); err != nil {
		return err
	}
	initrd := files.close()
	if end := uint64(initrdAddress) + uint64(len(initrd)) + chunk; end > uint64(memory) {
		return fmt.Errorf("%d MiB of files do not fit into the memory", len(initrd)>>20)
	}
	var disk []byte
	var segments []segment
	add := func(address uint32, data []byte) {
		chunks := (len(data) + chunk - 1) / chunk
		segments = append(segments, segment{uint32(len(disk) / 512), uint32(chunks), address})
		disk = append(disk, data...)
		disk = append(disk, make([]byte, chunks*chunk-len(data))...)
	}
	add(parametersAddress, parameters(bzImage, commandLine, uint32(len(initrd)), memory))
	add(kernelAddress, code)
	add(initrdAddress, initrd)
	if err := os.WriteFile(diskPath, disk, 0o644); err != nil {
		return err
	}
	return os.WriteFile(romPath, rom(segments), 0o644)
}
