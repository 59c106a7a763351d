import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import type { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import type { Stage } from '../support/stage.ts';
import { doneOf, openQuickStage } from '../support/video-scene.ts';

let stage: Stage;
let member: SandboxPerson;

/** One Discord for all of it, to which the bot comes with one list after another. */
beforeAll(async () => {
  stage = await openQuickStage();
  member = await stage.person();
  return async () => await stage.close();
});

const ask = async () =>
  await member.invoke(stage.discord.channels.general, ['video', 'text'], {
    prompt: 'a kite',
    resolution: '720P',
    duration: 2,
    seed: 1,
  });
const leavings = () =>
  stage.discord.faults.seen.filter(
    ({ method, path }) => method === 'DELETE' && path.includes('/users/@me/guilds/'),
  );

async function restartWith(env: Readonly<Record<string, string>>): Promise<void> {
  await stage.bot.stop();
  await stage.startBot(env);
}

describe('a bot', () => {
  it('that worked in a server stays there with a wrong list, refuses, and works again with the right one', async () => {
    const { guildId, otherGuildId } = stage.discord;
    await restartWith({ GUILD_ALLOW: '1324000000000009999' });
    await eventually(() => stage.bot.output().includes('npm run leave'), 'the error');
    for (const id of [guildId, otherGuildId, '1324000000000009999']) expect(stage.bot.output()).toContain(id);
    const refused = await ask();
    expect(JSON.stringify(await member.answerTo(refused))).toContain("isn't on my list");
    expect(leavings()).toEqual([]);
    await restartWith({ GUILD_ALLOW: `${guildId},${otherGuildId}` });
    await doneOf(member, await ask());
    expect(leavings()).toEqual([]);
  });

  it('leaves a server that invites it again while the list does not have it', async () => {
    const { guildId, otherGuildId, membership } = stage.discord;
    await restartWith({ GUILD_ALLOW: guildId });
    const before = leavings().length;
    membership.kickBot(otherGuildId);
    membership.inviteBot(otherGuildId);
    await eventually(() => leavings().length === before + 1, 'leaving');
    await doneOf(member, await ask());
  });

  it('goes on after a click that came without its message, and after a gateway that greeted nobody', async () => {
    const { gateway, botUserId } = stage.discord;
    const process = stage.bot.pid;
    gateway.dispatch('INTERACTION_CREATE', {
      id: '1',
      type: 3,
      token: 't',
      data: { custom_id: 'x', component_type: 2 },
    });
    await eventually(() => stage.bot.output().includes("couldn't take an event"), 'the error');
    gateway.addMood({ kind: 'no-hello', times: 1 });
    gateway.dropAll('bot');
    await eventually(() => !gateway.connections.some(({ userId }) => userId === botUserId), 'being cut off');
    const since = performance.now();
    await eventually(() => gateway.connections.some(({ userId }) => userId === botUserId), 'being back');
    expect(performance.now() - since).toBeLessThan(30_000);
    await doneOf(member, await ask());
    expect([stage.bot.isRunning, stage.bot.pid]).toEqual([true, process]);
  });
});
