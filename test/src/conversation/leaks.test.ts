import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fastRealtime } from '../../../sandbox/service/realtime/settings.ts';
import { type ServiceSandbox, startServiceSandbox } from '../../../sandbox/service/server.ts';
import { ChannelScene } from '../../support/channel-scene.ts';

let sandbox: ServiceSandbox;

beforeAll(async () => {
  sandbox = await startServiceSandbox({
    port: 0,
    synthesis: { speaker: 'built-in' },
    realtime: fastRealtime,
  });
});
afterAll(async () => await sandbox.close());

const markup = '<tool_call>{"name": "count_sheep", "arguments": {"field": "north"}}</tool_call>';

describe('a request for a tool that leaks into what the model says', () => {
  it('is never heard or shown, is done all the same, and what came of it is said', async () => {
    sandbox.realtime.play([
      { when: { heard: '.' }, answer: { say: `Let me count them. ${markup}` } },
      { when: { told: 'count_sheep[^]*"sheep":12' }, answer: { say: 'There are twelve sheep.' } },
    ]);
    const ran: unknown[] = [];
    const tool = {
      name: 'count_sheep',
      run: async ({ arguments: given, userId }: { arguments: unknown; userId: string | undefined }) => {
        ran.push([given, userId]);
        return '{"sheep":12}';
      },
    };
    const channel = new ChannelScene(sandbox, { tools: [tool] });
    await channel.start();
    await channel.speak();
    await channel.until(() => channel.answers.length === 2, 'both answers');
    expect(channel.answers).toEqual(['bot: Let me count them.', 'bot: There are twelve sheep.']);
    expect(ran).toEqual([[{ field: 'north' }, 'ann']]);
    for (const { sure, unsure } of channel.scene.lines) expect(sure + unsure).not.toMatch(/[<{]|tool_call/);
    const played = channel.scene.playbacks.map(({ heard }) => heard.length * 20);
    const words = await sandbox.realtime.voice('Let me count them. ', 'Tina', 24_000);
    expect(played[0]).toBeLessThanOrEqual(words.length / 24 + 20);
    // What it was told for this answer doesn't stay.
    const updates = () =>
      (sandbox.realtime.sessions.at(-1)?.events ?? []).filter(({ event }) => event.type === 'session.update');
    await channel.until(() => updates().length === 3, 'the usual instructions');
    expect(JSON.stringify(updates().at(1)?.event)).toContain('sheep');
    expect(JSON.stringify(updates().at(-1)?.event)).not.toContain('sheep');
    await channel.close();
  });

  it('that cannot be made out is not heard either, and the conversation goes on', async () => {
    sandbox.realtime.play([{ when: { heard: '.' }, answer: { say: 'Well. <tool_call>{"name":' } }]);
    const channel = new ChannelScene(sandbox);
    await channel.start();
    await channel.goesOn();
    await channel.goesOn();
    expect(channel.answers).toEqual(['bot: Well.', 'bot: Well.']);
    await channel.close();
  });
});
