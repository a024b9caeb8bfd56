// Stands where `electron` would be in tests that do not put the fake of fake-electron.ts there: code that
// needs no Electron must not come to load it.
throw new Error('this code imported `electron`; only windows/, platform/ and compose may');
