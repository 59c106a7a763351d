import { expect, test } from 'vitest';
import {
  type Acs3Request,
  acs3Headers,
  canonicalQuery,
  encoded,
} from '../../../../src/service/knowledge/signer.ts';

const credentials = { accessKeyId: 'YourAccessKeyId', accessKeySecret: 'YourAccessKeySecret' };
const request: Acs3Request = {
  method: 'POST',
  host: 'ecs.cn-shanghai.aliyuncs.com',
  path: '/',
  query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
  body: '',
  action: 'RunInstances',
  version: '2014-05-26',
  date: Date.UTC(2023, 9, 26, 10, 22, 32),
  nonce: '3156853299f313e23d1673dc12e1703d',
};

test('the published test vector is signed as published', () => {
  expect(acs3Headers(request, credentials)).toEqual({
    'x-acs-action': 'RunInstances',
    'x-acs-version': '2014-05-26',
    'x-acs-date': '2023-10-26T10:22:32Z',
    'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
    'x-acs-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    authorization:
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  });
});

test('a security token is sent and signed', () => {
  const headers = acs3Headers(request, { ...credentials, securityToken: 'token' });
  expect(headers['x-acs-security-token']).toBe('token');
  expect(headers.authorization).toContain('x-acs-date;x-acs-security-token;x-acs-signature-nonce');
});

test.each<[string, Partial<Acs3Request>]>([
  ['query', { query: { a: 'b' } }],
  ['path', { path: '/a b' }],
  ['host', { host: 'other' }],
  ['date', { date: 0 }],
  ['nonce', { nonce: 'x' }],
  ['action', { action: 'X' }],
])('another %s is another signature', (_, change) => {
  const [first, second] = [request, { ...request, ...change }].map(
    (each) => acs3Headers(each, credentials).authorization,
  );
  expect(first).not.toBe(second);
});

test('only what RFC 3986 leaves alone is not encoded', () => {
  expect(encoded("AZaz09-_.~ *'()!/é😀")).toBe('AZaz09-_.~%20%2A%27%28%29%21%2F%C3%A9%F0%9F%98%80');
  expect(canonicalQuery({ b: '2', a: 'x y', B: '1' })).toBe('B=1&a=x%20y&b=2');
});
