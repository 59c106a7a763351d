import { EventEmitter } from 'node:events';
import type { Client } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { ChannelInfo } from '../../../../src/voice/room/channel-info.ts';

function gateway(connected = true) {
  const client = new EventEmitter();
  const sent: unknown[] = [];
  const info = new ChannelInfo(client as unknown as Client, (_guildId, payload) => {
    if (connected) sent.push(payload);
    return connected;
  });
  const answer = (channels: readonly object[], guildId = 'g') =>
    client.emit('raw', { op: 0, t: 'CHANNEL_INFO', d: { guild_id: guildId, channels } });
  return { client, sent, info, answer, signal: new AbortController() };
}

describe('status lines of voice channels', () => {
  it('are asked for by opcode 43, once for everybody who waits', async () => {
    const { info, sent, answer, signal } = gateway();
    const both = [info.statusOf('g', 'a', signal.signal), info.statusOf('g', 'b', signal.signal)];
    answer([{ id: 'a', status: 'movie night' }, { id: 'b', status: null }, { id: 'c' }]);
    expect(await Promise.all(both)).toEqual(['movie night', null]);
    expect(sent).toEqual([{ op: 43, d: { guild_id: 'g', fields: ['status'] } }]);
  });

  it('are none where the answer does not name the channel, and where it is empty', async () => {
    const { info, answer, signal } = gateway();
    const asked = [info.statusOf('g', 'a', signal.signal), info.statusOf('g', 'b', signal.signal)];
    answer([{ id: 'a', status: '' }]);
    expect(await Promise.all(asked)).toEqual([null, null]);
  });

  it('of another guild answer nobody', async () => {
    const { info, answer, signal } = gateway();
    const asked = info.statusOf('g', 'a', signal.signal);
    answer([{ id: 'a', status: 'elsewhere' }], 'other');
    answer([{ id: 'a', status: 'here' }]);
    expect(await asked).toBe('here');
  });

  it('are not known while the gateway is away, or when no answer comes', async () => {
    const { info, signal } = gateway(false);
    expect(await info.statusOf('g', 'a', signal.signal)).toBeUndefined();
    const silent = gateway();
    const asked = silent.info.statusOf('g', 'a', silent.signal.signal);
    silent.signal.abort();
    expect(await asked).toBeUndefined();
    const again = silent.info.statusOf('g', 'a', new AbortController().signal);
    silent.answer([{ id: 'a', status: 'late' }]);
    expect(await again).toBe('late');
    expect(silent.sent).toHaveLength(2);
  });

  it('are told when they change, until nobody listens', () => {
    const { info, client } = gateway();
    const heard: unknown[] = [];
    const stop = info.onStatus((...news) => heard.push(news));
    const change = { guild_id: 'g', id: 'a', status: 'quiz at nine' };
    client.emit('raw', { op: 0, t: 'VOICE_CHANNEL_STATUS_UPDATE', d: change });
    client.emit('raw', { op: 0, t: 'VOICE_CHANNEL_STATUS_UPDATE', d: { ...change, status: null } });
    client.emit('raw', { op: 0, t: 'VOICE_CHANNEL_STATUS_UPDATE', d: 'nonsense' });
    stop();
    client.emit('raw', { op: 0, t: 'VOICE_CHANNEL_STATUS_UPDATE', d: change });
    expect(heard).toEqual([
      ['g', 'a', 'quiz at nine', 'changed'],
      ['g', 'a', null, 'changed'],
    ]);
  });

  it('that nobody waits for any more are told as well', () => {
    const { info, answer } = gateway();
    const heard: unknown[] = [];
    info.onStatus((...news) => heard.push(news));
    answer([{ id: 'a', status: 'movie night' }, { id: 'b' }]);
    expect(heard).toEqual([
      ['g', 'a', 'movie night', 'told'],
      ['g', 'b', null, 'told'],
    ]);
  });
});
