import { expect, it } from 'vitest';
import { type ServerPages, serverSettingsSchema } from '../../../src/community/settings-pages.ts';
import { exportedFile, importedFile, mostBytes } from '../../../src/moderation/transfer.ts';
import { offered } from '../../support/settings-desk.ts';

const untouched: ServerPages = serverSettingsSchema.parse({});
const file = (settings: unknown, changes: object = {}) =>
  Buffer.from(JSON.stringify({ format: 'emcee-settings', version: 1, settings, ...changes }));
/** Good settings, and blanks up to a size. */
const padded = (bytes: number) =>
  Buffer.concat([file({}), Buffer.alloc(bytes)], bytes).map((byte) => byte || 0x20);
const refused = expect.objectContaining({ facts: { code: 'settings-file-invalid' } });

it('brings everything that was decided to another server, and nothing of whom and when', () => {
  const decided = serverSettingsSchema.parse({
    access: { words: ['spam'], video: { on: false, roles: ['300000000000000001'] } },
    interpreter: { terms: [{ term: 'Emcee', heard: [] }], languages: ['de', 'en'] },
    video: { textModel: 'gen2.7-t2v', review: 'everybody' },
  });
  const record = { ...decided, revision: 7, latest: { userId: '100' } };
  const bytes = exportedFile(record);
  expect(Buffer.from(bytes).toString()).not.toMatch(/revision|latest|userId/);
  expect(importedFile(bytes, offered)).toEqual(decided);
  expect(importedFile(file({}), offered)).toEqual(untouched);
});

it.each([
  ['is empty', new Uint8Array()],
  ['is no JSON', Buffer.from('{')],
  ['is no text', Uint8Array.from([0xff, 0xfe, 0x00])],
  ['is something else', file({}, { format: 'other' })],
  ['is of a later version', file({}, { version: 2 })],
  ['is too large', padded(mostBytes + 1)],
  ['has an unknown page', file({ unknown: {} })],
  ['has a wrong type', file({ video: { seconds: 'five' } })],
  ['has a model that this bot lacks', file({ video: { textModel: 'gone' } })],
  ['has a length that no video has', file({ video: { longestSeconds: 99 } })],
  ['has a voice that this bot lacks', file({ speech: { voice: { voice: 'nobody' } } })],
  ['has a role that is none', file({ access: { video: { roles: ['@everyone'] } } })],
  [
    'has 501 terms',
    file({ interpreter: { terms: Array.from({ length: 501 }, () => ({ term: 'x', heard: [] })) } }),
  ],
  ['has a text without end', file({ access: { words: ['x'.repeat(2_000)] } })],
  ['nests ten thousand deep', Buffer.from('['.repeat(10_000) + ']'.repeat(10_000))],
  [
    'reaches for the prototype',
    Buffer.from(
      '{"format":"emcee-settings","version":1,"settings":{"conversation":{"tools":{"__proto__":{"polluted":true}}}}}',
    ),
  ],
  ['reaches for the constructor', file({ conversation: { tools: { constructor: true } } })],
])('a file that %s is refused', (_, bytes) => {
  expect(() => importedFile(bytes, offered)).toThrow(refused);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

it('takes a file as large as they may be', () => {
  expect(importedFile(padded(mostBytes), offered)).toEqual(untouched);
});
