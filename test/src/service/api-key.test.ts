import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { openProfile } from '../../../src/service/profile.ts';
import { serviceSettings } from '../../support/service-settings.ts';

const profile = openProfile(serviceSettings('https://service.test', { apiKey: 'the-secret-itself' }));

test.each([
  ['inspected', () => inspect(profile, { depth: 9 })],
  ['written as JSON', () => JSON.stringify(profile)],
  ['put into a text', () => `${profile.apiKey}`],
])('a profile that is %s does not show its key', (_, show) => {
  expect(show()).not.toContain('the-secret-itself');
});

test('the key is revealed to who asks for it', () => {
  expect(profile.apiKey.reveal()).toBe('the-secret-itself');
});
