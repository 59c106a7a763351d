import { EventEmitter } from 'node:events';
import { type BaseInteraction, type Client, PermissionFlagsBits, PermissionsBitField } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { needBotIn, noteResolvedPermissions } from '../../../src/discord/resolved-permissions.ts';

const { Connect, SendMessages, SendMessagesInThreads, ViewChannel } = PermissionFlagsBits;
const all = new PermissionsBitField(ViewChannel | SendMessages | Connect);

/** An interaction in the channel `here`, with another channel that the bot knows of. */
function asked(id: string, { thread = false } = {}) {
  const client = new EventEmitter();
  noteResolvedPermissions(client as unknown as Client);
  const channel = { isThread: () => thread, permissionsFor: () => all };
  const channels = new Map([['there', channel]]);
  const interaction = {
    id,
    client,
    channelId: 'here',
    appPermissions: new PermissionsBitField(ViewChannel),
    guild: { channels: { cache: channels }, members: { me: {} } },
  } as unknown as BaseInteraction<'cached'>;
  const tell = (bits: bigint, of = id) =>
    client.emit('raw', {
      t: 'INTERACTION_CREATE',
      d: { id: of, data: { resolved: { channels: { there: { app_permissions: String(bits) } } } } },
    });
  const need = (channelId: string, ...permissions: Parameters<typeof needBotIn>[2]) => {
    return () => needBotIn(interaction, channelId, permissions);
  };
  return { need, client, tell };
}

const refused = (permissions: readonly string[]) =>
  expect.objectContaining({ facts: expect.objectContaining({ code: 'bot-lacks-permissions', permissions }) });

describe('what the bot may do in a channel that is chosen', () => {
  it('is what Discord says with the interaction, whatever the bot would have worked out', () => {
    const { need, tell } = asked('1');
    tell(ViewChannel);
    expect(need('there', 'ViewChannel', 'Connect')).toThrow(refused(['Connect']));
    tell(ViewChannel | Connect);
    expect(need('there', 'ViewChannel', 'Connect')).not.toThrow();
  });

  it('is worked out where Discord does not say, and for other interactions', () => {
    const { need, tell } = asked('1');
    tell(0n, '2');
    expect(need('there', 'Connect')).not.toThrow();
    expect(need('elsewhere', 'Connect')).toThrow(refused(['Connect']));
  });

  it('in the channel of the interaction is what that says', () => {
    const { need } = asked('1');
    expect(need('here', 'ViewChannel', 'SendMessages')).toThrow(refused(['SendMessages']));
  });

  it('takes the permission for threads in a thread', () => {
    const { need, tell } = asked('1', { thread: true });
    tell(SendMessages);
    expect(need('there', 'SendMessages')).toThrow(refused(['SendMessagesInThreads']));
    tell(SendMessagesInThreads);
    expect(need('there', 'SendMessages')).not.toThrow();
  });

  it('is remembered of the latest 500 interactions, and what makes no sense is passed over', () => {
    const { need, client, tell } = asked('1');
    tell(0n);
    const nonsense = { id: '1', data: { resolved: { channels: { there: 7 } } } };
    client.emit('raw', { t: 'INTERACTION_CREATE', d: nonsense });
    client.emit('raw', null);
    expect(need('there', 'Connect')).toThrow();
    for (let other = 0; other < 500; other += 1) tell(0n, `other ${other}`);
    expect(need('there', 'Connect')).not.toThrow();
  });
});
