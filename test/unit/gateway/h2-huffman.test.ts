// The Huffman code of header fields, held against examples of RFC 7541 appendix C and against what is no
// code. Every other symbol: h2-session.test.ts, with another implementation's encoder.
import { describe, expect, it } from 'vitest';
import { decodedAtMost, decodeHuffman } from '../../../electron/main/gateway/h2-huffman.ts';

function decoded(hex: string): string | null {
  const bytes = Buffer.from(hex, 'hex');
  const into = Buffer.alloc(decodedAtMost(bytes.length) + 3, '.');
  const end = decodeHuffman(bytes, into, 3);
  return end === null ? null : into.toString('latin1', 3, end);
}

describe('a Huffman code', () => {
  it.each([
    ['f1e3c2e5f23a6ba0ab90f4ff', 'www.example.com'],
    ['a8eb10649cbf', 'no-cache'],
    ['d07abe941054d444a8200595040b8166e082a62d1bff', 'Mon, 21 Oct 2013 20:13:21 GMT'],
    ['9d29ad171863c78f0b97c8e9ae82ae43d3', 'https://www.example.com'],
    ['640eff', '307'],
    ['', ''],
  ])('of the RFC: %s', (hex, text) => {
    expect(decoded(hex)).toBe(text);
  });

  it.each([
    ['the end of string itself', 'ffffffff'],
    ['the end of string amid others', 'a8ebffffffff10'],
    ['a byte of padding', 'a8eb10649cbfff'],
    ['padding of zeros', '00'],
    ['a code cut short', 'fe'],
  ])('refuses %s', (_what, hex) => {
    expect(decoded(hex)).toBeNull();
  });
});
