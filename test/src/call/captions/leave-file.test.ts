import { readdirSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../../sandbox/test/support/temporary-folder.ts';
import { leaveFile } from '../../../../src/call/captions/leave-file.ts';
import type { MessageBody } from '../../../../src/discord/messenger.ts';

it('a transcript is sent from memory: it is in no file that a killed process would leave behind', async () => {
  const before = process.env.TMPDIR;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  const folder = temporaryFolder();
  process.env.TMPDIR = folder;
  const sent: MessageBody[] = [];
  let onDisk: readonly string[] = [];
  const post = async (_: string, body: MessageBody) => {
    onDisk = readdirSync(folder);
    sent.push(body);
    return { messageId: 'm' };
  };
  const file = { name: 'conversation.txt', description: 'Transcript', text: 'Ada: grüß dich' };
  await leaveFile({ post }, 'thread', { components: [] }, file, 'z1');
  expect(onDisk).toEqual([]);
  expect(sent).toMatchObject([
    {
      components: [{ file: { url: 'attachment://conversation.txt' } }],
      files: [{ name: 'conversation.txt', bytes: new TextEncoder().encode('Ada: grüß dich') }],
    },
  ]);
});
