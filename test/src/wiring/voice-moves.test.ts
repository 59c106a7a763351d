import { EventEmitter } from 'node:events';
import type { Client } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { ClientVoiceMoves } from '../../../src/wiring/voice-moves.ts';

interface Member {
  readonly displayName: string;
  readonly user: { readonly bot: boolean };
}

function client() {
  const emitter = Object.assign(new EventEmitter(), {
    user: { id: 'self' },
    users: { cache: new Map([['known', { bot: false, displayName: 'Known' }]]) },
  });
  const moves = new ClientVoiceMoves(emitter as unknown as Client, (guildId) => guildId !== 'foreign');
  const heard: unknown[] = [];
  const stop = moves.onMove((move) => heard.push(move));
  const go = (id: string, from: string | null, to: string | null, member?: Member, guildId = 'g') => {
    const guild = { id: guildId, preferredLocale: 'de' };
    emitter.emit(
      'voiceStateUpdate',
      { id, guild, channelId: from, member },
      { id, guild, channelId: to, member },
    );
  };
  return { moves, heard, stop, go };
}

const ada: Member = { displayName: 'Ada', user: { bot: false } };

describe('who moves between voice channels', () => {
  it('is told with their name, from where and to where', () => {
    const { heard, go, moves } = client();
    go('1', null, 'here', ada);
    go('1', 'here', 'there', ada);
    go('1', 'there', null, ada);
    const shared = { guildId: 'g', userId: '1', name: 'Ada', locale: 'de' };
    expect(heard).toEqual([
      { ...shared, from: undefined, to: 'here' },
      { ...shared, from: 'here', to: 'there' },
      { ...shared, from: 'there', to: undefined },
    ]);
    expect(moves.botId).toBe('self');
  });

  it('is nobody who only mutes themselves, no bot, and nobody of a server that is not served', () => {
    const { heard, go } = client();
    go('1', 'here', 'here', ada);
    go('2', null, 'here', { ...ada, user: { bot: true } });
    go('1', null, 'here', ada, 'foreign');
    expect(heard).toEqual([]);
  });

  it('has the name of the account where the member is not known, and is told until nobody listens', () => {
    const { heard, go, stop } = client();
    go('known', null, 'here');
    go('stranger', null, 'here');
    stop();
    go('known', 'here', null);
    expect(heard).toMatchObject([{ name: 'Known' }, { name: undefined }]);
  });
});
