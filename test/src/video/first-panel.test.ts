import { expect, it, onTestFinished } from 'vitest';
import { MessageError } from '../../../src/discord/messenger.ts';
import { recordingLog } from '../../support/fake-log.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { orderFor, VideoWorld } from '../../support/video-world.ts';

const id = '1000000000000000001';

it('a panel that was never shown is tried again while its token lives, so that it can be changed later', async () => {
  const world = await VideoWorld.open();
  onTestFinished(() => world.close());
  world.service.runningMs = 30 * 60_000;
  const error = new MessageError('temporary', undefined);
  world.messenger.failures.push({ call: 'editPanel', when: 'before', error, times: 8 });
  await world.studio.accept(orderFor(world), { of: 'text', prompt: 'a kite' });
  await world.clock.until(() => world.isSettled(id));
  expect(FakeMessenger.textOf(world.messenger.panels.at(-1))).toContain('Done');
  expect(world.messenger.panelsRemoved).toHaveLength(1);
});

it('a panel that cannot be drawn for minutes is told once', async () => {
  const world = await VideoWorld.open();
  onTestFinished(() => world.close());
  const recorded = recordingLog();
  world.log = recorded.log;
  await world.restart();
  world.service.runningMs = 60 * 60_000;
  const failure = {
    call: 'editPanel' as const,
    when: 'before' as const,
    error: new MessageError('temporary', undefined),
    times: 1_000,
  };
  world.messenger.failures.push(failure);
  await world.studio.accept(orderFor(world), { of: 'text', prompt: 'a kite' });
  await world.clock.advance(10 * 60_000);
  expect(failure.times).toBeLessThan(950);
  const told = () => recorded.lines.filter(({ msg }) => msg === "couldn't update a panel");
  expect(told()).toHaveLength(1);
});

it('a token that dies first is the end of that', async () => {
  const world = await VideoWorld.open();
  onTestFinished(() => world.close());
  world.service.runningMs = 60 * 60_000;
  const error = new MessageError('temporary', undefined);
  const failure = { call: 'editPanel' as const, when: 'before' as const, error, times: 1_000 };
  world.messenger.failures.push(failure);
  await world.studio.accept(orderFor(world), { of: 'text', prompt: 'a kite' });
  await world.clock.advance(16 * 60_000);
  const tried = 1_000 - failure.times;
  await world.clock.advance(30 * 60_000);
  expect(tried).toBeLessThan(100);
  expect(1_000 - failure.times).toBe(tried);
});
