import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { openProfile } from '../../../src/service/profile.ts';
import { serviceSettings } from '../../support/service-settings.ts';

test('the workspace id becomes a part of the address where the address asks for it', () => {
  const profile = openProfile(
    serviceSettings('https://{workspace_id}.frankfurt.service.test/', { workspaceId: 'ws-7' }),
  );
  expect(profile.baseUrl).toBe('https://ws-7.frankfurt.service.test');
});

test('an address that needs a workspace id is refused without one', () => {
  const settings = serviceSettings('https://{workspace_id}.service.test');
  expect(() => openProfile(settings)).toThrow(/no workspace id/);
});

test.each(['ftp://service.test', 'service.test', ''])('%j is no address of a service', (baseUrl) => {
  expect(() => openProfile(serviceSettings(baseUrl))).toThrow(/not an http/);
});

test('a path in the address is kept, a slash at its end is not', () => {
  expect(openProfile(serviceSettings('https://proxy.test/ai/')).baseUrl).toBe('https://proxy.test/ai');
});

test('a model is called what the deployment calls it', () => {
  const settings = serviceSettings('https://s.test', { modelAliases: { 'gen2.7-t2v': 'film-3' } });
  const { wireModel } = openProfile(settings);
  expect(['gen2.7-t2v', 'constructor'].map(wireModel)).toEqual(['film-3', 'constructor']);
});

const profile = openProfile(serviceSettings('https://service.test', { apiKey: 'the-secret-itself' }));

test.each([
  ['inspected', () => inspect(profile, { depth: 9 })],
  ['written as JSON', () => JSON.stringify(profile)],
  ['put into a text', () => `${profile.apiKey}`],
])('a profile that is %s does not show its key', (_, show) => {
  expect(show()).not.toContain('the-secret-itself');
});

test('the key is revealed when asked for', () => {
  expect(profile.apiKey.reveal()).toBe('the-secret-itself');
});
