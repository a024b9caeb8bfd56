// Vault files crafted to mislead the reader, each with the verdict it must get (R7, V2, V3, V7, V14).
// A header is edited as text, so that what JSON.stringify would never write is written too.
import { MAX_HEADER_BYTES, MINOR } from '../../../electron/main/vault/file.ts';
import { headerTextOf, withChecksum, withHeader } from './vault-bytes.ts';

export interface HostileFile {
  readonly about: string;
  readonly file: Buffer;
  readonly verdict: string;
}

export function hostileFiles(good: Buffer): HostileFile[] {
  return [
    ...badCosts(good),
    ...badJson(good),
    ...badFields(good),
    ...badSlots(good),
    ...badFrames(good),
  ];
}

type Edit = readonly [about: string, header: string | Buffer];

const withVerdict = (good: Buffer, verdict: string, edits: readonly Edit[]): HostileFile[] =>
  edits.map(([about, header]) => ({ about, file: withHeader(good, header), verdict }));

/** V3, S24: named before anything is allocated. */
function badCosts(good: Buffer): HostileFile[] {
  const text = headerTextOf(good);
  const values = [
    '4294967295',
    '-1',
    '2.7',
    '"3"',
    '1e99',
    'null',
    'true',
    '[]',
    '{}',
    '0',
    '1e400',
  ];
  const edits: Edit[] = [];
  for (const name of ['m', 't', 'p']) {
    for (const value of values) {
      edits.push([
        `${name} = ${value}`,
        text.replace(RegExp(`"${name}":\\d+`), `"${name}":${value}`),
      ]);
    }
    edits.push([`no ${name}`, text.replace(RegExp(`"${name}":\\d+,`), '')]);
  }
  const cost = (m: number, t: number, p: number): string =>
    text.replace(/"m":\d+,"t":\d+,"p":\d+/, `"m":${m},"t":${t},"p":${p}`);
  edits.push(
    ['memory just too small', cost(19_455, 2, 1)],
    ['memory just too large', cost(1_048_577, 2, 1)],
    ['one pass', cost(65_536, 1, 1)],
    ['65 passes', cost(19_456, 65, 1)],
    ['nine lanes', cost(65_536, 3, 9)],
    ['more work than 32 GiB', cost(1_048_576, 33, 1)],
    ['one byte of salt', text.replace(/"salt":"[^"]+"/, '"salt":"AA=="')],
    ['no salt', text.replace(/"salt":"[^"]+"/, '"salt":""')],
    ['a salt of 17 bytes', text.replace(/"salt":"[^"]+"/, `"salt":"${'A'.repeat(22)}w=="`)],
    ['a salt that is a number', text.replace(/"salt":"[^"]+"/, '"salt":16')],
    ['a salt with spare bits', text.replace(/"salt":"[^"]+"/, `"salt":"${'A'.repeat(21)}B=="`)],
  );
  return withVerdict(good, 'kdf_out_of_bounds', edits);
}

/** V14: one spelling per header, and nothing but it. */
function badJson(good: Buffer): HostileFile[] {
  const text = headerTextOf(good);
  const invalid = Buffer.from(text);
  invalid.writeUInt8(0xff, text.indexOf('vaultId'));
  return withVerdict(good, 'corrupt', [
    ['white space', text.replace(':', ': ')],
    ['a newline at the end', `${text}\n`],
    ['a byte order mark', `\ufeff${text}`],
    ['other order of keys', text.replace(/^{("vaultId":"[^"]+"),("generation":\d+)/, '{$2,$1')],
    ['a duplicate key', text.replace('{', '{"generation":1,')],
    ['a duplicate key in a slot', text.replace('"type":"pw"', '"type":"pw","type":"pw"')],
    ['__proto__', text.replace('{', '{"__proto__":{"generation":9},')],
    ['__proto__ in a slot', text.replace('"type":', '"__proto__":{},"type":')],
    ['constructor', text.replace('{', '{"constructor":1,')],
    ['an unknown field', text.replace('{', '{"note":"",')],
    ['an unknown field in a KDF', text.replace('"name":', '"note":"","name":')],
    ['an escaped letter', text.replace('"vaultId"', String.raw`"\u0076aultId"`)],
    ['a cost spelt otherwise', text.replace('"t":2', '"t":2.0')],
    ['a generation spelt otherwise', text.replace('"generation":2', '"generation":2e0')],
    ['nested a thousand deep', `${'['.repeat(1000)}${']'.repeat(1000)}`],
    ['nested to the limit', '['.repeat(60_000)],
    ['a list', `[${text}]`],
    ['null', 'null'],
    ['a number', '12'],
    ['a text', '"vault"'],
    ['nothing but braces', '{}'],
    ['cut short', text.slice(0, -1)],
    ['bytes that are not UTF-8', invalid],
    ['a NUL', text.replace('{', '{\0')],
    ['a comment', text.replace('{', '{/**/')],
    ['a trailing comma', text.replace(/}$/, ',}')],
  ]);
}

function badFields(good: Buffer): HostileFile[] {
  const text = headerTextOf(good);
  const id = (value: string): string => text.replace(/"vaultId":"[^"]+"/, `"vaultId":${value}`);
  const generation = (value: string): string =>
    text.replace(/"generation":\d+/, `"generation":${value}`);
  const wrap = (value: string): string => text.replace(/"wrap":"[^"]+"/, `"wrap":"${value}"`);
  return withVerdict(good, 'corrupt', [
    ['no vault id', text.replace(/"vaultId":"[^"]+",/, '')],
    ['an empty vault id', id('""')],
    ['a short vault id', id('"AAAA"')],
    ['a vault id in the URL alphabet', id(`"${'-'.repeat(22)}=="`)],
    ['a vault id without padding', id(`"${'A'.repeat(22)}"`)],
    ['a vault id with a line break', id(`"${'A'.repeat(10)}\\n${'A'.repeat(12)}=="`)],
    ['a vault id that is null', id('null')],
    ['generation 0', generation('0')],
    ['generation -1', generation('-1')],
    ['a fractional generation', generation('2.5')],
    ['a generation beyond 2^53', generation('9007199254740993')],
    ['a generation as text', generation('"2"')],
    ['a generation of 400 digits', generation('9'.repeat(400))],
    ['an empty wrap', wrap('')],
    ['a wrap without its tag', wrap('A'.repeat(60))],
    ['a wrap one byte longer', wrap(`${'A'.repeat(82)}==`)],
    ['a wrap of 40 KiB', wrap('A'.repeat(40_960))],
  ]);
}

function badSlots(good: Buffer): HostileFile[] {
  const text = headerTextOf(good);
  const slot = /"slots":\[(.*)\]}$/.exec(text)?.[1] ?? '';
  const slots = (...list: string[]): string =>
    text.replace(/"slots":\[.*\]}$/, () => `"slots":[${list.join()}]}`);
  const renamed = slot.replace(/"id":"[^"]+"/, `"id":"${'A'.repeat(22)}=="`);
  const wrap = /"wrap":"[^"]+"/.exec(slot)?.[0] ?? '';
  const os =
    `{"id":"${'B'.repeat(21)}A==","type":"os","kdf":{"name":"os-keystore",` +
    `"backend":"gnome_libsecret","prefix":"djEx","sealed":"AAAA"},${wrap}}`;
  return withVerdict(good, 'corrupt', [
    ['no slots', slots()],
    ['slots that are an object', text.replace(/"slots":\[.*\]}$/, '"slots":{}}')],
    ['a slot that is null', slots('null')],
    ['the slot twice', slots(slot, slot)],
    ['two passphrase slots', slots(slot, renamed)],
    ['a keystore slot alone', slots(os)],
    ['nine slots', slots(slot, ...Array.from({ length: 8 }, () => os))],
    ['an unknown type', slots(slot.replace('"pw"', '"pin"'))],
    ['a type from the prototype', slots(slot.replace('"pw"', '"toString"'))],
    ['another KDF', slots(slot.replace('argon2id', 'argon2d'))],
    ['another type for the same KDF', slots(slot.replace('"pw"', '"rk"'))],
    ['a keystore that is not named', slots(slot, os.replace('gnome_libsecret', '../x'))],
  ]).concat([
    // Well formed, so only the key can tell: the MAC does not cover these headers.
    ...withVerdict(good, 'tampered', [
      ['a foreign keystore slot added', slots(slot, os)],
      ['the generation raised', text.replace(/"generation":\d+/, '"generation":3')],
      ['the generation lowered', text.replace(/"generation":\d+/, '"generation":1')],
      ['the cost changed within bounds', text.replace('"t":2', '"t":3')],
      ['another vault id', text.replace(/"vaultId":"[^"]+"/, `"vaultId":"${'A'.repeat(22)}=="`)],
      ['another slot id', slots(renamed)],
    ]),
  ]);
}

function badFrames(good: Buffer): HostileFile[] {
  const patched = (about: string, verdict: string, at: number, ...bytes: number[]): HostileFile => {
    const file = Buffer.from(good);
    file.set(bytes, at);
    return { about, verdict, file: withChecksum(file) };
  };
  const bodyLengthAt = 16 + good.readUInt32BE(12) + 32;
  const asText = Buffer.from(good.toString('utf8'), 'utf8');
  const oversized = Buffer.concat([Buffer.from('{'), Buffer.alloc(MAX_HEADER_BYTES, ' ')]);
  return [
    patched('another magic', 'not_a_vault', 1, 0x50),
    patched('the high bit stripped', 'not_a_vault', 0, 0x09),
    { about: 'CR LF made LF', verdict: 'not_a_vault', file: replaceCrLf(good) },
    { about: 'saved as text', verdict: 'not_a_vault', file: asText },
    { about: 'a JSON file', verdict: 'not_a_vault', file: Buffer.from('{"credentials":[]}') },
    patched('major 0', 'corrupt', 8, 0, 0),
    patched('major 2', 'newer_version', 8, 0, 2),
    patched('major 65535', 'newer_version', 8, 255, 255),
    patched('a later minor', 'newer_version', 10, 0, MINOR + 1),
    patched('no header', 'corrupt', 12, 0, 0, 0, 0),
    patched('a header of 4 GiB', 'corrupt', 12, 255, 255, 255, 255),
    patched('a header longer than the file', 'corrupt', 12, 0, 0, 255, 255),
    { about: 'a header over 64 KiB', verdict: 'corrupt', file: withHeader(good, oversized) },
    patched('a body of 4 GiB', 'corrupt', bodyLengthAt, 255, 255, 255, 255),
    patched('a body longer than the file', 'corrupt', bodyLengthAt, 0, 255, 255, 255),
    patched('a body shorter than the file', 'corrupt', bodyLengthAt, 0, 0, 0, 16),
    patched('a body of nothing', 'corrupt', bodyLengthAt, 0, 0, 0, 0),
  ];
}

function replaceCrLf(file: Buffer): Buffer {
  return Buffer.from(file.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}
