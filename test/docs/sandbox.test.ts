import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type DiscordSandbox, startDiscordSandbox } from '../../sandbox/discord/server.ts';
import { effectsAt } from '../../sandbox/service/realtime/faults.ts';
import { startServiceSandbox } from '../../sandbox/service/server.ts';
import { outcomeSchema } from '../../sandbox/service/video/outcomes.ts';
import { RawGateway } from '../../sandbox/test/support/raw-gateway.ts';

interface Command {
  readonly line: string;
  readonly method: string;
  readonly json: string | undefined;
  readonly standIn: 'DISCORD' | 'SERVICE';
  readonly path: string;
}

const url = /"\$(?<standIn>DISCORD|SERVICE)(?<path>\/sandbox[^"]*)"/;

/** Every `curl` of the page that goes to the controls of a stand-in. */
function controlCommands(): readonly Command[] {
  const lines = readFileSync('docs/sandbox.md', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const { standIn, path } = url.exec(line)?.groups ?? {};
    if (!line.startsWith('curl ') || !path) return [];
    const json = /--json '([^']*)'/.exec(line)?.[1];
    const method = /-X (\w+)/.exec(line)?.[1] ?? (json ? 'POST' : 'GET');
    return [{ line, method, json, standIn: standIn === 'DISCORD' ? 'DISCORD' : 'SERVICE', path }];
  });
}

/** What the page does to the bot in a voice channel needs a bot in one. */
async function joinLounge(bot: RawGateway, { botToken, guildId, channels }: DiscordSandbox): Promise<void> {
  bot.identify(botToken, { intents: 0 });
  await bot.event('READY');
  bot.send(4, { guild_id: guildId, channel_id: channels.voice, self_mute: false, self_deaf: true });
  await bot.event('VOICE_SERVER_UPDATE');
}

describe('docs/sandbox.md', () => {
  it('has only controls that the stand-ins take', async () => {
    const [discord, service] = await Promise.all([
      startDiscordSandbox(),
      startServiceSandbox({ port: 0, renderer: async () => new Uint8Array() }),
    ]);
    const bot = await RawGateway.open(discord.gatewayUrl);
    try {
      await joinLounge(bot, discord);
      const commands = controlCommands();
      expect(commands.length).toBeGreaterThan(50);
      for (const { line, method, json, standIn, path } of commands) {
        const base = standIn === 'DISCORD' ? discord.baseUrl : service.baseUrl;
        const response = await fetch(`${base}${path}`, {
          method,
          ...(json ? { body: json, headers: { 'content-type': 'application/json' } } : {}),
        });
        expect([line, response.ok, response.ok || (await response.text())]).toEqual([line, true, true]);
      }
    } finally {
      bot.socket.terminate();
      await Promise.all([discord.close(), service.close()]);
    }
  });

  it('names every kind of outcome and every way in which a result file can be wrong', () => {
    const page = readFileSync('docs/sandbox.md', 'utf8');
    const fields = outcomeSchema.options.map(({ shape }) => shape);
    for (const { kind } of fields) expect(page).toContain(`"kind": "${kind.value}"`);
    const faults = fields.flatMap((shape) => ('fault' in shape ? shape.fault.options : []));
    for (const fault of faults) expect(page).toContain(`"fault": "${fault}"`);
  });

  it('names every place and every kind of a fault in a call', () => {
    const page = readFileSync('docs/sandbox.md', 'utf8');
    for (const [at, kinds] of Object.entries(effectsAt))
      for (const name of [at, ...kinds]) expect(page).toContain(`\`${name}\``);
  });
});
