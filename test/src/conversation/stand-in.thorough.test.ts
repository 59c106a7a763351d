import { afterAll, beforeAll, expect, it } from 'vitest';
import { fastRealtime } from '../../../sandbox/service/realtime/settings.ts';
import { type ServiceSandbox, startServiceSandbox } from '../../../sandbox/service/server.ts';
import { systemClock } from '../../../src/operations/clock.ts';
import { openProfile } from '../../../src/service/profile.ts';
import { openConversations } from '../../../src/service/realtime/conversation/conversation-client.ts';
import type { ConversationClient } from '../../../src/service/realtime/conversation/conversation-types.ts';
import { CallScene } from '../../support/call-scene.ts';
import { silentLog } from '../../support/fake-log.ts';
import { quietSockets } from '../../support/quiet-sockets.ts';
import { serviceSettings } from '../../support/service-settings.ts';

let sandbox: ServiceSandbox;
let client: ConversationClient;

beforeAll(async () => {
  sandbox = await startServiceSandbox({
    port: 0,
    synthesis: { speaker: 'built-in' },
    realtime: fastRealtime,
  });
  client = openConversations({
    profile: openProfile(serviceSettings(sandbox.baseUrl, { apiKey: sandbox.apiKey })),
    clock: systemClock,
    log: silentLog,
  });
});
afterAll(async () => {
  await client.close();
  await sandbox.close();
});

/** Somebody says a sentence in a voice that the stand-in can understand; time goes by as it's spoken. */
async function say(scene: CallScene, userId: string, text: string): Promise<void> {
  const samples = await sandbox.realtime.voice(text, 'ann', 16_000);
  for (let at = 0; at < samples.length; at += 320) {
    const frame = new Int16Array(320);
    frame.set(samples.subarray(at, at + 320));
    scene.frame(userId, frame);
    await scene.clock.advance(20);
  }
}

/** Lets time go by until it's so; what goes over the sockets meanwhile takes none. */
async function until(scene: CallScene, condition: () => boolean): Promise<void> {
  for (let step = 0; !condition(); step += 1) {
    if (step > 1_500) throw new Error(`not in time; said so far: ${scene.said.join(' | ')}`);
    await scene.clock.advance(20);
    await quietSockets();
  }
}

const answers = (scene: CallScene) => scene.said.filter((line) => line.startsWith('bot: '));

it('a call with the stand-in: two turns, each heard as it was said and answered to the end', async () => {
  const scene = new CallScene({ parts: { client } });
  await scene.start();
  await say(scene, 'ann', 'Hello there, good morning to everybody.');
  await until(scene, () => answers(scene).length === 1);
  await say(scene, 'ann', 'Hello there, good morning to everybody.');
  await until(scene, () => answers(scene).length === 2);
  expect(scene.said).toEqual([
    'ann: Hello there, good morning to everybody.',
    'bot: Hello! What can I do for you?',
    'ann: Hello there, good morning to everybody.',
    'bot: Hello! What can I do for you?',
  ]);
  expect(scene.call.trouble).toBeUndefined();
  await scene.call.stop();
});

it('a call with the stand-in: of two people one is answered, by name, and the other left alone', async () => {
  const scene = new CallScene({ parts: { client }, people: ['ann', 'ben'] });
  await scene.start();
  await say(scene, 'ben', 'Hello there, good morning to everybody.');
  await until(scene, () => scene.said.length === 1);
  await say(scene, 'ann', 'Hello Emcee, good morning to you.');
  await until(scene, () => answers(scene).length === 1);
  expect(scene.said.map((line) => line.split(':')[0])).toEqual(['ben', 'ann', 'bot']);
  await scene.call.stop();
});
