import { expect, it } from 'vitest';
import { CaptionChannel } from '../../../src/discord/caption-channel.ts';
import { ChannelPace } from '../../../src/discord/channel-pace.ts';
import { text } from '../../../src/discord/layout.ts';
import { type Haste, LiveMessage } from '../../../src/discord/live-message.ts';
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
  const noting = (by: string) => {
    const note = () => writes.push({ by, atMs: clock.now() - begunAt });
    return {
      post: async (...args: Parameters<FakeMessenger['post']>) => {
        note();
        return await messenger.post(...args);
      },
      editPanel: async (...args: Parameters<FakeMessenger['editPanel']>) => {
        note();
        return await messenger.editPanel(...args);
      },
      remove: async () => undefined,
    };
  };
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
  /** Only captions change while people talk; the panel changed once, before. */
  const talkBeside = async (seconds: number, meanwhile: () => void = () => undefined) => {
    for (let passed = 0; passed < seconds * 1_000; passed += 100) {
      step += 1;
      captions.put('1', { body: { components: [text(`word ${step}`)] }, final: false });
      meanwhile();
      await clock.advance(100);
    }
  };
  const talk = async (seconds: number) => await talkBeside(seconds, () => panel.refresh());
  const change = (haste: Haste) => {
    step += 1;
    panel.refresh(haste);
  };
  const panelAt = () => writes.filter(({ by }) => by === 'panel').map(({ atMs }) => atMs);
  return { writes, talk, talkBeside, change, panelAt, panel, clock };
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

it('a panel that stands behind captions writes at once where nobody does, and after a few of them where somebody does', async () => {
  const { writes, talkBeside, change, panelAt, clock } = stage();
  change('behind');
  await clock.advance(0);
  expect(panelAt()).toEqual([0]);
  await talkBeside(5);
  change('behind');
  await talkBeside(6);
  expect(panelAt()).toHaveLength(2);
  const before = writes.filter(
    ({ by, atMs }) => by === 'captions' && atMs >= 5_000 && atMs < (panelAt()[1] ?? 0),
  );
  expect([3, 4]).toContain(before.length);
});

it('a panel that waits for quiet writes once nothing was written for a while, or after half a minute', async () => {
  const { talkBeside, change, panelAt, clock } = stage();
  await talkBeside(1);
  change('quiet');
  await talkBeside(20);
  expect(panelAt()).toEqual([]);
  await clock.advance(3_000);
  expect(panelAt()).toEqual([]);
  await clock.advance(3_000);
  expect(panelAt()).toHaveLength(1);
  change('quiet');
  await talkBeside(33);
  expect(panelAt()).toHaveLength(2);
});

it('a panel that waits for others takes the next turn when a person presses', async () => {
  const { talkBeside, change, panelAt } = stage();
  await talkBeside(1);
  change('quiet');
  await talkBeside(2);
  expect(panelAt()).toEqual([]);
  change('now');
  await talkBeside(2.2);
  expect(panelAt()).toHaveLength(1);
  // What came before counts no longer: the next change may wait again.
  change('quiet');
  await talkBeside(10);
  expect(panelAt()).toHaveLength(1);
});

it('a panel that waits for others shows its last state at once when the process stops', async () => {
  const { talkBeside, change, panelAt, panel } = stage();
  await talkBeside(1);
  change('quiet');
  await talkBeside(1);
  await panel.finish();
  expect(panelAt()).toHaveLength(1);
});
