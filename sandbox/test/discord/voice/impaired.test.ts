import { beforeEach, describe, expect, test } from 'vitest';
import type { VoiceServer } from '../../../discord/voice/voice-server-types.ts';
import { eventually } from '../../support/eventually.ts';
import { openVoice, type RawClients } from './raw-client.ts';

let server: VoiceServer;
let clients: RawClients;

beforeEach(async () => {
  ({ server, clients } = await openVoice());
});

describe('a network', () => {
  const numbers = Array.from({ length: 100 }, (_, index) => index);
  const names = numbers.map(String);

  /** What the listener hears of 100 frames. */
  async function through(network: Parameters<VoiceServer['faults']['impair']>[0]): Promise<string[]> {
    const [speaker, listener] = await clients.speakerAndListener();
    server.faults.impair(network);
    speaker.playAll(numbers);
    await eventually(() => server.record.of('1').received === numbers.length);
    server.faults.clear();
    speaker.playAll([1_000]);
    await eventually(() => listener.heard.includes('1000'));
    return listener.heard.filter((name) => name !== '1000');
  }

  test('loses the share of packets that it is told to', async () => {
    const heard = await through({ loss: 0.25, seed: 7 });
    expect(heard.length).toBeGreaterThan(60);
    expect(heard.length).toBeLessThan(90);
    expect(names).toEqual(expect.arrayContaining(heard));
  });

  test('duplicates packets', async () => {
    const heard = await through({ duplicate: 0.5, seed: 7 });
    expect(heard.length).toBeGreaterThan(130);
    expect([...new Set(heard)]).toEqual(names);
  });

  test('lets packets overtake each other, and loses none', async () => {
    const heard = await through({ reorder: 0.3, seed: 7 });
    expect(heard).not.toEqual(names);
    expect(heard.toSorted((a, b) => Number(a) - Number(b))).toEqual(names);
  });

  test('that trembles keeps the order', async () => {
    expect(await through({ jitterMs: 30, seed: 7 })).toEqual(names);
  });

  test('loses the same packets for the same seed', async () => {
    const first = await through({ loss: 0.5, seed: 3 });
    ({ server, clients } = await openVoice());
    expect(await through({ loss: 0.5, seed: 3 })).toEqual(first);
  });
});

describe('a burst of padding', () => {
  test('is packets without a frame, between two frames of the speaker and numbered so', async () => {
    const [speaker, listener] = await clients.speakerAndListener();
    speaker.playAll([10]);
    await eventually(() => listener.received.length === 1);
    server.faults.paddingBurst('1', 60);
    speaker.playAll([11]);
    await eventually(() => listener.received.length === 62);
    expect(listener.received.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 62 }, (_, index) => 10 + index),
    );
    const burst = listener.received.slice(1, -1);
    expect(burst.every(({ frame, paddingBytes }) => frame.length === 0 && paddingBytes > 0)).toBe(true);
    expect(listener.heard.at(-1)).toBe('11');
  });
});
