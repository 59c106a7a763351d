import { beforeAll, expect, test } from 'vitest';
import type { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { tinyVideo } from '../../sandbox/test/support/tiny-video.ts';
import { tallPng, withRunOf, withSampleCount } from '../support/hostile-files.ts';
import type { Stage } from '../support/stage.ts';
import { make, openQuickStage, panelSaying, patienceMs, textOf } from '../support/video-scene.ts';

const film = Buffer.from(await tinyVideo());
let stage: Stage;
let member: SandboxPerson;
let isHostile = false;
const patience = { timeout: 2 * patienceMs };

beforeAll(async () => {
  const renderer = async () => (isHostile ? withSampleCount(film, 2 ** 28) : film);
  stage = await openQuickStage({ service: { port: 0, renderer } });
  member = await stage.person();
  return async () => await stage.close();
});

test.each([
  ['a video that promises 2^24 samples', () => withSampleCount(film, 2 ** 24), "Reference 1 isn't"],
  ['a video that promises a run of 2^28', () => withRunOf(film, 2 ** 28), "Reference 1 isn't"],
  ['a PNG of 2^31 rows', () => tallPng(1_000), 'pixels wide and high'],
])('%s is refused in words, and the same bot goes on', patience, async (_, bytes, words) => {
  const file = { name: 'cat.mp4', bytes: bytes() };
  const invoked = await member.invoke(stage.discord.channels.general, ['video', 'reference'], {
    prompt: 'character1 flies a kite',
    reference1: { file },
  });
  const answer = await member.answerTo(invoked, (message) => textOf(message).includes(words), patienceMs);
  expect(textOf(answer)).toContain(words);
  await make(member, stage.discord.channels.general);
});

test('a finished video like that ends in words, and the same bot makes the next one', patience, async () => {
  isHostile = true;
  const invoked = await member.invoke(stage.discord.channels.general, ['video', 'text'], {
    prompt: 'a kite',
    resolution: '720P',
    duration: 2,
  });
  await panelSaying(member, invoked, '❌');
  isHostile = false;
  await make(member, stage.discord.channels.general);
  expect(await stage.bot.stop()).toBe(0);
});
