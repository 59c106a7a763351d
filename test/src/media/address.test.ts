import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPublicUrl, isPublicAddress } from '../../../src/media/address.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';

function refusalOf(text: string): string | undefined {
  try {
    checkPublicUrl(text, 'audio_url');
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.facts.code;
    throw error;
  }
}

test.each([
  'http://files.test/a.mp3',
  'https://files.test:8443/a.mp3?token=1#x',
  'https://8.8.8.8/a.wav',
  'https://[2606:4700::1111]/a.wav',
  ' https://files.test/padded.wav ',
  'https://local.test/a.wav',
  'https://mylocalhost.test/',
])('%s may be asked for', (text) => {
  expect(refusalOf(text)).toBeUndefined();
});

test.each([
  '',
  'a.mp3',
  'ftp://files.test/a.mp3',
  'file:///etc/passwd',
  'data:audio/wav;base64,AAAA',
  'javascript:alert(1)',
  '//files.test/a.mp3',
  'https://user:word@files.test/a.mp3',
  'https://user@files.test/a.mp3',
  'https://',
])('%j is no plain http(s) address', (text) => {
  expect(refusalOf(text)).toBe('url-not-http');
});

test.each([
  ['loopback', 'http://127.0.0.1/a'],
  ['loopback, another of its names', 'http://127.8.9.10/a'],
  ['loopback as one decimal number', 'http://2130706433/a'],
  ['loopback in hexadecimal', 'http://0x7f.0.0.1/a'],
  ['loopback in octal', 'http://0177.0.0.1/a'],
  ['loopback, shortened', 'http://127.1/a'],
  ['loopback in full-width digits', 'http://１２７.0.0.1/a'],
  ['this host', 'http://0.0.0.0/a'],
  ['a private network', 'http://10.0.0.1/a'],
  ['a private network', 'http://172.16.0.1/a'],
  ['a private network', 'http://192.168.1.1/a'],
  ['a carrier’s network', 'http://100.64.0.1/a'],
  ['link-local, where clouds keep credentials', 'http://169.254.169.254/latest/meta-data'],
  ['multicast', 'http://224.0.0.1/a'],
  ['broadcast', 'http://255.255.255.255/a'],
  ['reserved', 'http://240.0.0.1/a'],
  ['documentation', 'http://192.0.2.1/a'],
  ['IPv6 loopback', 'http://[::1]/a'],
  ['IPv6 unspecified', 'http://[::]/a'],
  ['IPv4 in IPv6', 'http://[::ffff:127.0.0.1]/a'],
  ['IPv4 in IPv6, old style', 'http://[::127.0.0.1]/a'],
  ['IPv4 translated', 'http://[64:ff9b::7f00:1]/a'],
  ['6to4', 'http://[2002:7f00:1::]/a'],
  ['IPv6 unique local', 'http://[fd00::1]/a'],
  ['IPv6 link-local', 'http://[fe80::1]/a'],
  ['IPv6 site-local', 'http://[fec0::1]/a'],
  ['IPv6 multicast', 'http://[ff02::1]/a'],
  ['localhost', 'http://localhost/a'],
  ['localhost with its dot', 'http://localhost./a'],
  ['localhost shouted', 'http://LOCALHOST/a'],
  ['below localhost', 'http://a.localhost/a'],
  ['mDNS', 'http://printer.local/a'],
  ['internal', 'http://metadata.google.internal/a'],
  ['a home', 'http://router.home.arpa/a'],
  ['a neighbour', 'http://redis:6379/a'],
])('%s is private: %s', (_, text) => {
  expect(refusalOf(text)).toBe('url-private');
});

test('the refusal names the option that carried the address', () => {
  expect(() => checkPublicUrl('http://localhost/', 'picture')).toThrow(
    expect.objectContaining({ facts: { code: 'url-private', option: 'picture' } }),
  );
});

test('an IPv4 address in its IPv6 form is as public as the address itself', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublicAddress(address));
    }),
  );
});

test('no address of a private network is public, however it is written', () => {
  const octet = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.constantFrom(10, 127, 0), octet, octet, octet, (a, b, c, d) => {
      const number = ((a * 256 + b) * 256 + c) * 256 + d;
      for (const host of [`${a}.${b}.${c}.${d}`, String(number), `0x${number.toString(16)}`]) {
        expect(refusalOf(`http://${host}/`)).toBe('url-private');
      }
    }),
  );
});

test('what is not an address is not a public one', () => {
  expect(isPublicAddress('files.test')).toBe(false);
});
