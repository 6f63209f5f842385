module github.com/topos-go/topos/examples/plugins

go 1.26.0

require github.com/topos-go/topos v0.0.0

require (
	github.com/alecthomas/kong v1.17.0 // indirect
	github.com/dave/jennifer v1.7.1 // indirect
	github.com/mmcloughlin/avo v0.6.0 // indirect
	github.com/x448/float16 v0.8.4 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

replace github.com/topos-go/topos => ../..
