import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBot } from '../support/bot-process.ts';
import { ConnectProxy } from '../support/connect-proxy.ts';
import { SpeakScene } from '../support/speak-scene.ts';
import { make, unlimited } from '../support/video-scene.ts';

const [discord, service] = ['discord.test', 'service.test'];

describe('the bot in a network with no way out but a proxy, for all but voice', () => {
  let proxy: ConnectProxy;
  let scene: SpeakScene;

  beforeAll(async () => {
    proxy = await ConnectProxy.start([discord, service]);
    proxy.ask('bot', 'secret');
    scene = await SpeakScene.open({
      env: unlimited,
      service: { pace: { pendingMs: 0, runningMs: 0 } },
      start: async (env) => {
        const trusted = join(env.DATA_DIR ?? '', 'trusted.pem');
        const [api, base] = [env.DISCORD_API_URL ?? '', env.SERVICE_BASE_URL ?? ''];
        proxy.leadTo(
          { name: discord, leadsTo: new URL(api).origin },
          { name: service, leadsTo: new URL(base).origin },
        );
        const outside = (address = '') =>
          address
            .replace(new URL(api).origin, `https://${discord}`)
            .replace(new URL(base).origin, `https://${service}`);
        writeFileSync(
          trusted,
          `${readFileSync(env.NODE_EXTRA_CA_CERTS ?? '', 'utf8')}\n${proxy.certificate}`,
        );
        return await startBot({
          ...env,
          DISCORD_API_URL: outside(env.DISCORD_API_URL),
          SERVICE_BASE_URL: outside(env.SERVICE_BASE_URL),
          NODE_EXTRA_CA_CERTS: trusted,
          https_proxy: `http://bot:secret@${proxy.host}`,
        });
      },
    });
  });

  afterAll(async () => {
    await scene?.close();
    await proxy?.[Symbol.asyncDispose]();
  });

  it('says at its start what the proxy is not for, and nothing that lets it in', () => {
    const output = scene.stage.bot.output();
    expect(output).toContain('HTTPS_PROXY leads to everything but voice');
    expect(output).toContain(`"proxy":"${proxy.host}"`);
    expect(output).not.toContain('secret');
  });

  it('delivers a video: what it is asked, what it asks, and the file itself', async () => {
    const { result } = await make(scene.member, scene.channelId);
    expect(result.attachments).toHaveLength(1);
  });

  it('speaks in a room: its sockets to the service too, and its voice directly', async () => {
    const sentence = 'Nothing but this comes straight from here.';
    await scene.sayUntilWhole(sentence);
  });

  it('has asked the proxy for those two hosts, and for no other', () => {
    expect(new Set(proxy.asked)).toEqual(new Set([`${discord}:443`, `${service}:443`]));
  });
});
