import { ok } from 'node:assert/strict';
// The global fetch agent of a process is Node's own as soon as anything imported this.
import 'node:http';

ok(Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1')), 'no global fetch agent');
const { createClient } = await import('../../../src/discord/client.ts');
const { RestMessenger } = await import('../../../src/discord/rest-messenger.ts');
const { MessageError } = await import('../../../src/discord/messenger.ts');
const { silentLog } = await import('../../support/fake-log.ts');

/** Posts files to channels, each several times: `<address of REST> <paths> <channels> <times>`. Prints the ends. */
const [, , apiUrl = '', paths = '', channels = '', times = '1'] = process.argv;
const client = createClient({ apiUrl, log: silentLog });
client.rest.setToken('token');
const messenger = new RestMessenger(client, Date.now);

async function upload(channelId: string, path: string): Promise<string> {
  try {
    const body = { components: [], files: [{ name: 'video.mp4', description: 'a video', path }] };
    return `posted ${(await messenger.post(channelId, body, 'nonce')).messageId}`;
  } catch (error) {
    return error instanceof MessageError ? error.reason : String(error);
  }
}

const ends: Record<string, string[]> = {};
for (const channelId of channels.split(',')) {
  const own = new Set<string>();
  for (const path of paths.split(',')) {
    for (let time = 0; time < Number(times); time += 1) own.add(await upload(channelId, path));
  }
  ends[channelId] = [...own];
}
// An upload that was given up may still throw a moment later.
await new Promise((resolve) => {
  setTimeout(resolve, 50);
});
process.stdout.write(JSON.stringify(ends), () => process.exit(0));
