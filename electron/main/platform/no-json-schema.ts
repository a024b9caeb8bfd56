// Stands in the bundle for the JSON Schema compiler that electron-store brings along and that is never
// asked for here: loading it and compiling one schema held up the first screen by more than the rest of
// the start together, and it makes code from text at run time. kept-preferences does the checking.

export function Ajv2020(): never {
  throw new Error('no store of this app is given a JSON Schema');
}

// oxlint-disable-next-line import/no-default-export -- like the module it stands for.
export { Ajv2020 as default };
