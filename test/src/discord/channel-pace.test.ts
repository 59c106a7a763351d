import { expect, it } from 'vitest';
import { CaptionChannel } from '../../../src/discord/caption-channel.ts';
import { ChannelPace } from '../../../src/discord/channel-pace.ts';
import { text } from '../../../src/discord/layout.ts';
import { LiveMessage } from '../../../src/discord/live-message.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { Lifeline } from '../../support/lifeline.ts';

function stage(elsewhere = '9') {
  const clock = new FakeClock();
  const line = new Lifeline();
  const messenger = new FakeMessenger(clock, () => line);
  const pace = new ChannelPace(clock);
  const begunAt = clock.now();
  const writes: { readonly by: string; readonly atMs: number }[] = [];
  const noting = (by: string) => ({
    post: async (...args: Parameters<FakeMessenger['post']>) => {
      writes.push({ by, atMs: clock.now() - begunAt });
      return await messenger.post(...args);
    },
    editPanel: async (...args: Parameters<FakeMessenger['editPanel']>) => {
      writes.push({ by, atMs: clock.now() - begunAt });
      return await messenger.editPanel(...args);
    },
    remove: async () => undefined,
  });
  const captions = new CaptionChannel({
    channelId: '9',
    messenger: noting('captions'),
    clock,
    pace,
    tell: () => undefined,
  });
  let step = 0;
  const panel = new LiveMessage({
    place: { is: 'channel', channelId: elsewhere, nonce: 'n' },
    messenger: noting('panel'),
    clock,
    pace,
    render: () => ({ components: [text(`step ${step}`)] }),
    onTrouble: () => undefined,
  });
  const talk = async (seconds: number) => {
    for (let passed = 0; passed < seconds * 1_000; passed += 100) {
      step += 1;
      captions.put('1', { body: { components: [text(`word ${step}`)] }, final: false });
      panel.refresh();
      await clock.advance(100);
    }
  };
  return { writes, talk };
}

it('captions and a panel in one channel share its one write a second, and both get on', async () => {
  const { writes, talk } = stage();
  await talk(20);
  const times = writes.map(({ atMs }) => atMs);
  expect(times.slice(1).every((atMs, index) => atMs - (times[index] ?? 0) >= 1_000)).toBe(true);
  for (const who of ['captions', 'panel'])
    expect(writes.filter(({ by }) => by === who).length).toBeGreaterThanOrEqual(8);
});

it('a panel in another channel waits for nobody', async () => {
  const { writes, talk } = stage('8');
  await talk(20);
  for (const who of ['captions', 'panel'])
    expect(writes.filter(({ by }) => by === who).length).toBeGreaterThanOrEqual(19);
});

it('six writes never reach Discord within five seconds, even if the first was a quarter of a second late', async () => {
  const { writes, talk } = stage();
  await talk(20);
  const times = writes.map(({ atMs }) => atMs);
  expect(times.length).toBeGreaterThanOrEqual(18);
  expect(times.slice(5).every((atMs, index) => atMs - (times[index] ?? 0) >= 5_250)).toBe(true);
});
