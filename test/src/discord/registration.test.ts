import { describe, expect, test } from 'vitest';
import { registerCommands } from '../../../src/discord/registration.ts';
import { demoCommand, demoLanguages, demoMenuCommand, demoOptions } from '../../support/demo-commands.ts';
import { discordError } from '../../support/discord-errors.ts';
import { recordingLog } from '../../support/fake-log.ts';

const it = test.extend('usual', () => registration());

const applicationId = '500000000000000001';
const guildId = '400000000000000001';
const globalRoute = `/applications/${applicationId}/commands`;
const guildRoute = `/applications/${applicationId}/guilds/${guildId}/commands`;

type Command = Record<string, unknown> & { name: string };

/** Keeps lists of commands by route, and gives them back the way Discord does: with fields of its own. */
class FakeRest {
  readonly lists = new Map<string, Command[]>();
  readonly writes: string[] = [];
  #id = 600000000000000000n;

  async get(route: string): Promise<unknown> {
    return this.lists.get(route) ?? [];
  }

  async put(route: string, { body }: { body?: unknown } = {}): Promise<unknown> {
    this.writes.push(`PUT ${route}`);
    const commands = (body as Command[]).map((command) => this.#asDiscordHasIt(command));
    this.lists.set(route, commands);
    return commands;
  }

  async delete(route: string): Promise<unknown> {
    this.writes.push(`DELETE ${route}`);
    const at = route.lastIndexOf('/');
    const list = this.lists.get(route.slice(0, at)) ?? [];
    this.lists.set(
      route.slice(0, at),
      list.filter((command) => command.id !== route.slice(at + 1)),
    );
    return undefined;
  }

  #asDiscordHasIt(command: Command): Command {
    this.#id += 1n;
    return {
      id: String(this.#id),
      application_id: applicationId,
      version: '1',
      default_member_permissions: null,
      nsfw: false,
      description: '',
      dm_permission: true,
      contexts: null,
      integration_types: [0, 1],
      ...command,
      options: Array.isArray(command.options) && command.options.length > 0 ? command.options : undefined,
    };
  }
}

function registration(over: Partial<Parameters<typeof registerCommands>[0]> = {}, rest = new FakeRest()) {
  const { log, lines } = recordingLog();
  const options = {
    rest: rest as unknown as Parameters<typeof registerCommands>[0]['rest'],
    applicationId,
    commands: [demoCommand({ options: demoOptions })],
    languages: demoLanguages,
    log,
    ...over,
  };
  return { rest, lines, run: () => registerCommands(options) };
}

describe('registering commands', () => {
  it('writes the whole list once, and nothing while nothing changes', async ({ usual: { rest, run } }) => {
    expect(await run()).toBe(1);
    expect(await run()).toBe(0);
    expect(rest.writes).toEqual([`PUT ${globalRoute}`]);
  });

  it('offers global commands in servers only', async ({ usual: { rest, run } }) => {
    await run();
    expect(rest.lists.get(globalRoute)).toMatchObject([{ contexts: [0], integration_types: [0] }]);
  });

  it('writes again when an option changes, and logs where', async ({ usual: { rest, run } }) => {
    await run();
    const options = demoOptions.map((option) =>
      option.kind === 'integer' && option.name === 'count' ? { ...option, max: 11 } : option,
    );
    const second = registration({ commands: [demoCommand({ options })] }, rest);
    expect(await second.run()).toBe(1);
    expect(second.lines[0]).toMatchObject({
      differences: [{ command: 'demo', change: 'changed', at: ['options.1.max_value'] }],
    });
  });

  it('writes again when other files or other channels are asked for', async () => {
    const asking = (types: readonly (0 | 2)[], fileTypes: readonly ('image' | '.mp4')[]) => {
      const channel = { kind: 'channel', name: 'text', types } as const;
      const file = { kind: 'attachment', name: 'file', fileTypes } as const;
      return { commands: [demoCommand({ options: [channel, file] })] };
    };
    const { rest, run } = registration(asking([0], ['image']));
    await run();
    const second = registration(asking([2], ['image', '.mp4']), rest);
    expect(await second.run()).toBe(1);
    expect(second.lines[0]).toMatchObject({
      differences: [{ at: ['options.0.channel_types.0', 'options.1.file_types'] }],
    });
    expect(await second.run()).toBe(0);
  });

  it('notices a changed translation, an added and a removed command', async ({ usual: { rest, run } }) => {
    await run();
    const chinese = { ...demoLanguages[1], commands: { ...demoLanguages[1].commands } };
    chinese.commands.demo = { ...demoLanguages[1].commands.demo, name: '示范', description: '一个演示' };
    const translated = registration({ languages: [demoLanguages[0], chinese] }, rest);
    await translated.run();
    expect(translated.lines[0]).toMatchObject({ differences: [{ at: ['name_localizations.zh-CN'] }] });
    const other = registration({ commands: [demoCommand({ path: ['group', 'two'] })] }, rest);
    await other.run();
    expect(other.lines[0]).toMatchObject({
      differences: [
        { command: 'group', change: 'added' },
        { command: 'demo', change: 'removed' },
      ],
    });
  });

  it('with a guild writes there, empties the global list, and then nothing more', async () => {
    const { rest, run } = registration();
    await run();
    const inGuild = registration({ guildId }, rest);
    expect(await inGuild.run()).toBe(2);
    expect(rest.lists.get(guildRoute)).toHaveLength(1);
    expect(rest.lists.get(globalRoute)).toEqual([]);
    expect(await inGuild.run()).toBe(0);
  });

  it('writes message commands beside the others, and nothing while nothing changes', async () => {
    const { rest, run } = registration({ messageCommands: [demoMenuCommand()] });
    expect(await run()).toBe(1);
    expect(rest.lists.get(globalRoute)).toMatchObject([
      { type: 1, name: 'demo' },
      { type: 3, name: 'Show this message', contexts: [0], integration_types: [0] },
    ]);
    expect(await run()).toBe(0);
  });

  it('back to global leaves a guild command of another type with the same name', async () => {
    const inGuild = registration({ guildId, messageCommands: [demoMenuCommand()] });
    await inGuild.run();
    inGuild.rest.lists.get(guildRoute)?.push({ id: '7', name: 'demo', type: 3 });
    const messageCommands = [demoMenuCommand()];
    const back = registration({ otherGuildIds: [guildId], messageCommands }, inGuild.rest);
    expect(await back.run()).toBe(3);
    expect(back.rest.lists.get(guildRoute)).toMatchObject([{ name: 'demo', type: 3 }]);
  });

  it('back to global removes our doubles from a guild and leaves other commands there', async () => {
    const inGuild = registration({ guildId });
    await inGuild.run();
    inGuild.rest.lists.get(guildRoute)?.push({ id: '7', name: 'theirs', type: 1 });
    const back = registration({ otherGuildIds: [guildId] }, inGuild.rest);
    expect(await back.run()).toBe(2);
    expect(back.rest.lists.get(guildRoute)).toMatchObject([{ name: 'theirs' }]);
    expect(await back.run()).toBe(0);
  });

  it('goes on when the commands of some guild cannot be read', async () => {
    const { rest, run } = registration({ otherGuildIds: [guildId] });
    const get = rest.get.bind(rest);
    rest.get = (route) => (route === guildRoute ? Promise.reject(discordError(50001, 403)) : get(route));
    expect(await run()).toBe(1);
  });

  it('keeps an entry point of an activity', async ({ usual: { rest, run } }) => {
    rest.lists.set(globalRoute, [{ id: '9', name: 'launch', type: 4 }]);
    await run();
    expect(rest.lists.get(globalRoute)).toMatchObject([{ name: 'launch', type: 4 }, { name: 'demo' }]);
  });

  it('refuses what Discord would refuse, before any call', async () => {
    const options = Array.from({ length: 2 }, () => ({ kind: 'boolean', name: 'loud' }) as const);
    const { rest, run } = registration({ commands: [demoCommand({ options })] });
    await expect(run()).rejects.toThrow('"loud" stands twice');
    expect(rest.writes).toEqual([]);
  });
});
