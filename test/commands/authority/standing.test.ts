import { PermissionFlagsBits } from 'discord.js';
import { beforeAll, describe, expect, it } from 'vitest';
import type { VideoJob } from '../../../src/video/job.ts';
import { plain } from '../../support/authority-facts.ts';
import { AuthorityStage } from '../../support/authority-stage.ts';

let stage: AuthorityStage;
let waiting: VideoJob;
let inThread: VideoJob;
let inDoomed: VideoJob;

beforeAll(async () => {
  stage = await AuthorityStage.open((opening) => {
    waiting = opening.job('member', 'open', 'accepted');
    inThread = opening.job('member', 'open', 'delivered', { channelId: opening.thread });
    inDoomed = opening.job('member', 'open', 'delivered', { channelId: opening.doomed });
  });
  return () => stage[Symbol.asyncDispose]();
});

const never = '1300000000000999999';
const details = async (who: Parameters<AuthorityStage['press']>[0], id: string) =>
  await stage.press(who, 'open', `video:details:${id}`);

describe('a moderator by one permission alone', () => {
  it("who has Manage Messages decides about people's things, and not about the server's settings", async () => {
    await stage.letModerators(PermissionFlagsBits.ManageMessages);
    const gaps = await stage.command('moderator', 'open', 'knowledge gaps');
    expect(gaps.refused).toBe(false);
    const list = await stage.command('moderator', 'open', 'video list', { whose: 'everybody' });
    expect(list.text).toContain(waiting.id);
    for (const [path, values] of [
      ['knowledge use', {}],
      ['speak channel', { emoji: false }],
      ['speak voice', { scope: 'server', rate: 1.5 }],
    ] as const) {
      const outcome = await stage.command('moderator', 'open', path, values);
      expect(outcome.refused).toBe(true);
      expect(outcome.text).toContain('**Manage Server**');
      expect(outcome.text).not.toContain('Manage Messages');
    }
  });

  it('who has Manage Server decides about both', async () => {
    await stage.letModerators(PermissionFlagsBits.ManageGuild);
    expect((await stage.command('moderator', 'open', 'knowledge use')).refused).toBe(false);
    const canceled = await stage.command('moderator', 'open', 'video cancel', { task: waiting.id });
    expect(canceled.refused).toBe(false);
  });

  it('names the permission in the language of the one who lacks it', async () => {
    const refused = await stage.send({
      userId: stage.personId('member'),
      channelId: stage.placeId('open'),
      locale: 'zh-CN',
      data: { name: 'knowledge', options: [{ name: 'use', type: 1, options: [] }] },
    });
    expect(refused.text).toContain('“管理服务器”');
  });
});

describe('a private thread', () => {
  it('is for those who are known to be in it, and for anyone who acts in it', async () => {
    expect((await details('owner', inThread.id)).refused).toBe(false);
    for (const who of ['newcomer', 'moderator'] as const) {
      const outside = await details(who, inThread.id);
      expect(plain(outside)).toBe(plain(await details(who, never)));
    }
    const inside = await stage.send({
      type: 3,
      userId: stage.personId('moderator'),
      channelId: stage.thread,
      messageId: stage.threadMessage,
      data: { component_type: 2, custom_id: `video:details:${inThread.id}` },
    });
    expect(inside.text).toContain(inThread.request.prompt);
  });
});

describe('a channel that is gone', () => {
  it('takes what lived in it along, but for the one whose it was', async () => {
    expect((await details('newcomer', inDoomed.id)).refused).toBe(false);
    await stage.removeDoomed();
    const gone = await details('newcomer', inDoomed.id);
    expect(plain(gone)).toBe(plain(await details('newcomer', never)));
    expect((await details('member', inDoomed.id)).text).toContain(inDoomed.request.prompt);
  });
});

describe('a channel that is given as an option', () => {
  const use = async (channelId: string, isResolved = true) =>
    await stage.send({
      userId: stage.personId('moderator'),
      channelId: stage.placeId('open'),
      data: {
        name: 'knowledge',
        options: [
          {
            name: 'use',
            type: 1,
            options: [
              { name: 'action', type: 3, value: 'allow' },
              { name: 'channel', type: 7, value: channelId },
            ],
          },
        ],
        resolved: {
          channels: isResolved
            ? { [channelId]: { id: channelId, type: 0, name: 'a channel', permissions: '0' } }
            : {},
        },
      },
    });

  it('is none where the person cannot see it', async () => {
    const hidden = await use(stage.placeId('secret'));
    expect(hidden.text).toContain('find that channel');
    expect(plain(hidden)).toBe(plain(await use(never, false)));
    expect((await use(stage.placeId('open'))).refused).toBe(false);
  });
});

describe('a channel that is chosen for a watch', () => {
  it('is refused by the name of what the bot lacks there, as Discord itself says with the command', async () => {
    const channel = stage.placeId('tended');
    const choose = async (appPermissions: bigint) => {
      const resolved = {
        id: channel,
        type: 0,
        name: 'tended',
        permissions: '0',
        app_permissions: String(appPermissions),
      };
      return await stage.send({
        userId: stage.personId('owner'),
        channelId: stage.placeId('open'),
        data: {
          name: 'knowledge',
          options: [{ name: 'health', type: 1, options: [{ name: 'channel', type: 7, value: channel }] }],
          resolved: { channels: { [channel]: resolved } },
        },
      });
    };
    const { SendMessages, ViewChannel } = PermissionFlagsBits;
    const refused = await choose(ViewChannel);
    expect(refused.refused).toBe(true);
    expect(refused.text).toContain('**Send Messages**');
    expect((await choose(ViewChannel | SendMessages)).refused).toBe(false);
  });
});
