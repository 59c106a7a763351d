import { describe, expect, it } from 'vitest';
import {
  Op4Gate,
  type VoiceStateRequest,
  voiceStatePayload,
} from '../../../../src/voice/connection/op4-gate.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

describe('the way to op 4', () => {
  const request = (guildId: string): VoiceStateRequest => ({ guildId, channelId: 'c', deaf: true });

  function gate() {
    const clock = new FakeClock();
    const sent: { readonly guildId: string; readonly at: number }[] = [];
    const opened = new Op4Gate(clock);
    const start = clock.now();
    const state = { connected: true };
    const send = (guildId: string, shardId = 0, signal = new AbortController().signal) =>
      opened.send(
        request(guildId),
        {
          shardId,
          send: ({ guildId: sentFor }) => {
            if (state.connected) sent.push({ guildId: sentFor, at: clock.now() - start });
            return state.connected;
          },
        },
        signal,
      );
    return { clock, sent, send, state };
  }

  it('lets a guild hurry three times, then once a second, whatever it asks for', async () => {
    const { clock, sent, send } = gate();
    for (let asked = 0; asked < 6; asked += 1) void send('guild');
    await clock.advance(10_000);
    expect(sent.map(({ at }) => at)).toEqual([0, 0, 0, 1_000, 2_000, 3_000]);
  });

  it('never sends more than 90 within a minute, of the 120 that a shard may', async () => {
    const { clock, sent, send } = gate();
    for (let guild = 0; guild < 300; guild += 1) void send(`guild ${guild}`);
    await clock.advance(200_000);
    const busiest = Math.max(
      ...sent.map(({ at }) => sent.filter((other) => other.at >= at && other.at < at + 60_000).length),
    );
    expect(busiest).toBeGreaterThan(60);
    expect(busiest).toBeLessThanOrEqual(90);
  });

  it('counts shards apart', async () => {
    const { clock, sent, send } = gate();
    for (let guild = 0; guild < 60; guild += 1) void send(`guild ${guild}`, guild % 2);
    await clock.advance(0);
    expect(sent).toHaveLength(60);
  });

  it('keeps the order of one guild, and lets others pass one that waits', async () => {
    const { clock, sent, send } = gate();
    for (let asked = 0; asked < 5; asked += 1) void send('slow');
    await clock.advance(0);
    void send('quick');
    await clock.advance(0);
    expect(sent.at(-1)?.guildId).toBe('quick');
  });

  it('waits for a shard that reconnects', async () => {
    const { clock, sent, send, state } = gate();
    state.connected = false;
    const sending = send('guild');
    await clock.advance(20_000);
    state.connected = true;
    await clock.advance(1_000);
    expect(await sending).toBe(true);
    expect(sent).toHaveLength(1);
  });

  it('gives up on a shard that does not come back', async () => {
    const { clock, sent, send, state } = gate();
    state.connected = false;
    const sending = send('guild');
    await clock.advance(120_000);
    expect(await sending).toBe(false);
    expect(sent).toEqual([]);
  });

  it('sends nothing that was called off', async () => {
    const { clock, sent, send, state } = gate();
    state.connected = false;
    const off = new AbortController();
    const sending = send('guild', 0, off.signal);
    await clock.advance(1_000);
    off.abort(new Error('off'));
    await expect(sending).rejects.toThrow('off');
    state.connected = true;
    await clock.advance(5_000);
    expect(sent).toEqual([]);
  });
});

it('an op 4 is what Discord documents: null leaves', () => {
  expect(voiceStatePayload({ guildId: '1', channelId: null, deaf: true })).toEqual({
    op: 4,
    d: { guild_id: '1', channel_id: null, self_deaf: true, self_mute: false },
  });
});
