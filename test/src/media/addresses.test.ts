import type { LookupAddress } from 'node:dns';
import fc from 'fast-check';
import { request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  checkPublicUrl,
  isAllowed,
  isPublicAddress,
  type Lookup,
  PrivateAddressError,
  publicOnlyAgent,
  publicOnlyLookup,
  serviceAddresses,
} from '../../../src/media/addresses.ts';
import { refusedWith, rejection } from '../../support/rejection.ts';
import { ScriptedService } from '../../support/scripted-service.ts';

function answering(...addresses: string[]): Lookup {
  const answers = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_, __, callback) => callback(null, answers);
}

function looked(lookup: Lookup, all: boolean) {
  return new Promise<{ error: Error | null; address: string | LookupAddress[]; family?: number | undefined }>(
    (resolve) => {
      publicOnlyLookup(lookup)('files.test', { all }, (error, address, family) =>
        resolve({ error, address, family }),
      );
    },
  );
}

test('a name is connected to at its public addresses only', async () => {
  const lookup = answering('10.0.0.1', '8.8.8.8', '::1', '2606:4700::1111');
  expect(await looked(lookup, true)).toMatchObject({
    error: null,
    address: [{ address: '8.8.8.8' }, { address: '2606:4700::1111' }],
  });
  expect(await looked(lookup, false)).toMatchObject({ error: null, address: '8.8.8.8', family: 4 });
});

test.each([true, false])('a name that has private addresses only is refused (all: %s)', async (all) => {
  const { error } = await looked(answering('127.0.0.1', '::ffff:10.0.0.1'), all);
  expect(error).toBeInstanceOf(PrivateAddressError);
});

test('a name that cannot be resolved fails as it would anyway', async () => {
  const failure = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  const { error } = await looked((_, __, callback) => callback(failure, []), true);
  expect(error).toBe(failure);
});

test('a public-looking name that leads to this machine is not connected to', async () => {
  await using service = await ScriptedService.start();
  const agent = publicOnlyAgent(answering('127.0.0.1'));
  onTestFinished(async () => await agent.destroy());
  const { port } = new URL(service.url);
  await rejection(request(`http://files.test:${port}/a.mp3`, { dispatcher: agent }), PrivateAddressError);
  expect(service.heard).toEqual([]);
});

const refusalOf = (text: string) => refusedWith(() => checkPublicUrl(text, 'audio_url'))?.code;

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
  ["a carrier's network", 'http://100.64.0.1/a'],
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

describe("the service's addresses", () => {
  const policy = serviceAddresses(['127.0.0.1:4402', 'storage.internal:443', '[::1]:80']);

  test.each([
    'https://files.test/video.mp4?Signature=a',
    'http://127.0.0.1:4402/files/video.mp4',
    'https://storage.internal/video.mp4',
    'http://[::1]/video.mp4',
    'http://STORAGE.internal:443/video.mp4',
  ])('%s may be followed, and shown', (url) => {
    expect(isAllowed(policy, url)).toBe(true);
  });

  test.each([
    'http://127.0.0.1:4403/files/video.mp4',
    'http://127.0.0.1/files/video.mp4',
    'http://localhost:4402/files/video.mp4',
    'http://storage.internal/video.mp4',
    'http://user:pass@127.0.0.1:4402/files/video.mp4',
    'https://user@files.test/video.mp4',
    'http://[::ffff:10.0.0.1]/video.mp4',
    'http://169.254.169.254/latest/meta-data',
    'http://100.64.0.1/video.mp4',
    'http://redis:6379/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'video.mp4',
    '',
  ])('%j may not', (url) => {
    expect(isAllowed(policy, url)).toBe(false);
  });
});
