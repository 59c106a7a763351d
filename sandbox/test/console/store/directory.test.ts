import { beforeEach, describe, expect, test } from 'vitest';
import { channelSections, directMessages } from '../../../console/page/store/channel-sections.ts';
import { Directory } from '../../../console/page/store/directory.ts';
import { findEntities, wishOfSelect } from '../../../console/page/store/entities.ts';
import { memberGroups } from '../../../console/page/store/member-groups.ts';
import { maySend, permissions, permissionsIn } from '../../../console/page/store/permissions.ts';
import type { Channel, Guild } from '../../../console/page/wire/places.ts';
import { channelTypes } from '../../../console/page/wire/places.ts';

const { text, voice, category, publicThread, dm } = channelTypes;
const user = (id: string, username: string) => ({ id, username });
const bits = (...flags: readonly bigint[]) => flags.reduce((sum, flag) => sum | flag, 0n).toString();

const guild: Guild = {
  id: '10',
  name: 'Community',
  owner_id: '1',
  roles: [
    {
      id: '10',
      name: '@everyone',
      color: 0,
      position: 0,
      permissions: bits(permissions.viewChannel, permissions.sendMessages),
    },
    { id: '11', name: 'Moderator', color: 0x3498db, hoist: true, position: 2, permissions: '0' },
    { id: '12', name: 'Quiet', color: 0xff0000, position: 1, permissions: '0' },
  ],
  members: [
    { user: user('1', 'owner'), roles: [] },
    { user: user('2', 'moderator'), nick: 'Mod', roles: ['12', '11'] },
    { user: user('3', 'member'), roles: ['12'] },
  ],
  channels: [
    { id: '24', type: voice, name: 'Lounge', position: 0, parent_id: '20' },
    { id: '22', type: text, name: 'videos', position: 2, parent_id: '20' },
    {
      id: '21',
      type: text,
      name: 'general',
      position: 1,
      parent_id: '20',
      permission_overwrites: [
        { id: '12', type: 0, allow: '0', deny: bits(permissions.sendMessages) },
        { id: '2', type: 1, allow: bits(permissions.sendMessages), deny: '0' },
      ],
    },
    { id: '20', type: category, name: 'Text', position: 0 },
    { id: '23', type: text, name: 'lonely', position: 9 },
  ],
  threads: [
    { id: '31', type: publicThread, name: 'talk', parent_id: '21' },
    { id: '32', type: publicThread, name: 'old talk', parent_id: '21', thread_metadata: { archived: true } },
  ],
};

let directory: Directory;
const channel = (id: string): Channel => {
  const found = directory.channels.get(id);
  if (!found) throw new Error(`No channel ${id}`);
  return found;
};

beforeEach(() => {
  directory = new Directory();
  directory.apply('READY', {
    user: user('3', 'member'),
    guilds: [guild],
    users: [user('4', 'elsewhere')],
    private_channels: [{ id: '41', type: dm, recipients: [user('9', 'emcee')], last_message_id: '5' }],
  });
});

describe('the channel list', () => {
  const listed = () =>
    channelSections(directory.channels.values(), '10').map((section) => [
      section.category?.name,
      section.channels.map((entry) => [entry.channel.name, ...entry.threads.map((thread) => thread.name)]),
    ]);

  test('goes by category and position, voice below text, open threads under their channel', () => {
    expect(listed()).toEqual([
      [undefined, [['lonely']]],
      ['Text', [['general', 'talk'], ['videos'], ['Lounge']]],
    ]);
  });

  test('follows what the gateway says', () => {
    directory.apply('CHANNEL_DELETE', { id: '22' });
    directory.apply('CHANNEL_UPDATE', { ...channel('21'), name: 'chat' });
    directory.apply('THREAD_CREATE', {
      id: '33',
      type: publicThread,
      guild_id: '10',
      name: 'new',
      parent_id: '21',
    });
    expect(listed()[1]).toEqual(['Text', [['chat', 'talk', 'new'], ['Lounge']]]);
  });

  test('names the channels and people that a text mentions, as in what a reply is to', () => {
    expect(directory.withNames('Come to <#21>, <@2>, or to <#404>', '10')).toBe(
      'Come to #general, @Mod, or to <#404>',
    );
  });

  test('of direct messages has the newest first', () => {
    directory.apply('CHANNEL_CREATE', {
      id: '42',
      type: dm,
      recipients: [user('1', 'owner')],
      last_message_id: '60',
    });
    expect(directMessages(directory.channels.values()).map((entry) => directory.channelName(entry))).toEqual([
      'owner',
      'emcee',
    ]);
  });

  test('is empty for a guild that was left', () => {
    directory.apply('GUILD_DELETE', { id: '10' });
    expect(listed()).toEqual([]);
  });
});

describe('people', () => {
  test('are called by their nickname in the guild', () => {
    expect(directory.nameOf(user('2', 'moderator'), '10')).toBe('Mod');
    expect(directory.nameOf(user('2', 'moderator'))).toBe('moderator');
  });

  test('have the colour of their highest coloured role', () => {
    expect(directory.colourOf('2', '10')).toBe('#3498db');
    expect(directory.colourOf('3', '10')).toBe('#ff0000');
    expect(directory.colourOf('1', '10')).toBeUndefined();
  });

  test('are grouped by their highest role that is shown apart', () => {
    const groups = memberGroups(directory, '10').map((group) => [
      group.name,
      group.members.map((member) => member.user.id),
    ]);
    expect(groups).toEqual([
      ['Moderator', ['2']],
      ['Members', ['3', '1']],
    ]);
  });

  test('can be found for a select, roles and channels too', () => {
    const labels = (type: number, typed: string, wanted?: readonly number[]) =>
      findEntities(directory, '10', wishOfSelect(type, wanted), typed).map((item) => item.label);
    expect(labels(5, '@mod')).toEqual(['@Mod']);
    expect(labels(6, '')).toEqual(['@Moderator', '@Quiet', '@everyone']);
    expect(labels(7, 'mod')).toEqual(['@Mod', '@Moderator']);
    expect(labels(8, '', [voice])).toEqual(['#Lounge']);
  });
});

describe('permissions', () => {
  test('of the owner are everything', () => {
    expect(permissionsIn(directory, channel('21'), '1') & permissions.manageMessages).not.toBe(0n);
  });

  test("a role's overwrite takes away, a member's own gives back", () => {
    expect(maySend(directory, channel('21'), '3')).toBe(false);
    expect(maySend(directory, channel('21'), '2')).toBe(true);
    expect(maySend(directory, channel('22'), '3')).toBe(true);
  });

  test('in a thread need the permission for threads', () => {
    expect(maySend(directory, channel('31'), '2')).toBe(false);
    directory.apply('GUILD_ROLE_UPDATE', {
      guild_id: '10',
      role: {
        id: '11',
        name: 'Moderator',
        color: 0,
        position: 2,
        permissions: bits(permissions.sendMessagesInThreads),
      },
    });
    expect(maySend(directory, channel('31'), '2')).toBe(true);
  });

  test('of an administrator ignore overwrites', () => {
    directory.apply('GUILD_ROLE_UPDATE', {
      guild_id: '10',
      role: { id: '12', name: 'Quiet', color: 0, position: 1, permissions: bits(permissions.administrator) },
    });
    expect(maySend(directory, channel('21'), '3')).toBe(true);
  });

  test('of direct messages are complete', () => {
    expect(maySend(directory, channel('41'), '3')).toBe(true);
  });
});
