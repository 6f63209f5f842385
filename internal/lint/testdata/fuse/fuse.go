// Package fuse shows what the compiler fuses.
package fuse

import "math"

// Plain may be fused.
func Plain(x, y, z float64) float64 { return x*y + z }

// Plain32 may be fused.
func Plain32(x, y, z float32) float32 { return z - x*y }

// Converted must not be fused.
func Converted(x, y, z float64) float64 { return float64(x*y) + z }

// Converted32 must not be fused.
func Converted32(x, y, z float32) float32 { return z - float32(x*y) }

func generic[F ~float32 | ~float64](x, y, z F) F { return F(x*y) + z }

// Generic must not be fused.
func Generic(x, y, z float64) float64 { return generic(x, y, z) }

// Generic32 must not be fused.
func Generic32(x, y, z float32) float32 { return generic(x, y, z) }

func product(x, y float64) float64 { return float64(x * y) }

// Inlined must not be fused.
func Inlined(x, y, z float64) float64 { return product(x, y) + z }

// Named is fused because it says so.
func Named(x, y, z float64) float64 { return math.FMA(x, y, z) }
