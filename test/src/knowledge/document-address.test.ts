import { describe, expect, it } from 'vitest';
import { hostileNames } from '../../../sandbox/service/knowledge/names.ts';
import { addressOf } from '../../../src/knowledge/document-address.ts';

const at = (documentUrl: string, document: object) => addressOf(documentUrl, 'handbook', document);
const byName = 'https://docs.example.org/read/{name}?from=discord';

describe('the address of a document', () => {
  it('is made of what is known of it, encoded', () => {
    const document = { id: 'doc 1', name: 'Rules & more.md', type: 'md', category: 'a/b' };
    expect(at('https://docs.example.org/{base}/{category}/{id}.{type}#{name}', document)).toBe(
      'https://docs.example.org/handbook/a%2Fb/doc%201.md#Rules%20%26%20more.md',
    );
  });

  it('is none when a part of it is unknown', () => {
    expect(at('https://docs.example.org/{type}/{id}', { id: 'd' })).toBeUndefined();
    expect(at(byName, { name: '' })).toBeUndefined();
  });

  it.each(hostileNames)('stays in its place and closes no markdown: %j', (name) => {
    const address = at(byName, { name });
    if (address === undefined) return expect(name.length).toBeGreaterThan(50);
    const { host, pathname, search } = new URL(address);
    expect([host, search]).toEqual(['docs.example.org', '?from=discord']);
    expect(pathname.split('/')).toHaveLength(3);
    expect(decodeURIComponent(pathname.slice('/read/'.length))).toBe(name.toWellFormed());
    expect(address).not.toMatch(/[()<>\s[\]\\]/);
    expect(address.length).toBeLessThanOrEqual(512);
  });

  it.each(['.', '..', '...', '\ud800', 'x'.repeat(100_000)])('is harmless or none: %j', (name) => {
    const address = at('https://docs.example.org/read/{name}', { name });
    if (address !== undefined) expect(address).toMatch(/^https:\/\/docs\.example\.org\/read\/%EF%BF%BD$/);
  });
});
