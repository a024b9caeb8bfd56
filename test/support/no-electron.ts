// Stands where `electron` would be in unit and integration tests: only index, compose, windows,
// platform and preload may import it, and none of those is unit-tested without a host.
throw new Error('this code imported `electron`; only windows/, platform/ and compose may');
