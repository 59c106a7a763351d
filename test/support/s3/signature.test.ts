import { expect, it } from 'vitest';
import { faultOf, type WireRequest } from './signature.ts';

/** The key pair, the time and the bucket of the S3 API reference's own examples ("Examples: Signature Calculations"). */
const keys = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  accessKeySecret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const at = Date.UTC(2013, 4, 24);
const host = 'examplebucket.s3.amazonaws.com';
const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

function example(
  method: string,
  target: string,
  signature: string,
  more: Record<string, string> = {},
): WireRequest {
  const headers = {
    host,
    'x-amz-content-sha256': nothing,
    'x-amz-date': '20130524T000000Z',
    ...more,
  };
  const names = Object.keys(headers).sort().join(';');
  const credential = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${names},Signature=${signature}`;
  return { method, target, headers: { ...headers, authorization } };
}

const examples = [
  example('GET', '/test.txt', 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41', {
    range: 'bytes=0-9',
  }),
  example('PUT', '/test%24file.text', '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd', {
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
  }),
  example('GET', '/?lifecycle', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'),
  example('GET', '/?max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'),
];

it.each(examples)('takes the example of the document: $method $target', (request) => {
  expect(faultOf(request, keys, at)).toBeUndefined();
});

it.each([
  ['another method', { method: 'DELETE' }, 'SignatureDoesNotMatch'],
  ['another file', { target: '/other.txt' }, 'SignatureDoesNotMatch'],
] as const)('refuses it with %s', (_, change, fault) => {
  for (const request of examples) expect(faultOf({ ...request, ...change }, keys, at)).toBe(fault);
});

it('refuses another sum, another key, another region, a late one, and a header that was not signed', () => {
  for (const request of examples) {
    const withHeaders = (more: Record<string, string>) => ({
      ...request,
      headers: { ...request.headers, ...more },
    });
    expect(faultOf(withHeaders({ 'x-amz-content-sha256': 'a' }), keys, at)).toBe('SignatureDoesNotMatch');
    expect(faultOf(withHeaders({ 'x-amz-acl': 'public-read' }), keys, at)).toBe('AccessDenied');
    expect(faultOf(request, { ...keys, accessKeySecret: 'another' }, at)).toBe('SignatureDoesNotMatch');
    expect(faultOf(request, { ...keys, accessKeyId: 'another' }, at)).toBe('InvalidAccessKeyId');
    expect(faultOf(request, { ...keys, region: 'eu-west-1' }, at)).toBe('AuthorizationHeaderMalformed');
    expect(faultOf(request, keys, at + 16 * 60_000)).toBe('RequestTimeTooSkewed');
  }
});
