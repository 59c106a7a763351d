import { expect, test } from 'vitest';
import { openDiscordForAll } from '../support/discord-stage.ts';
import { RawGateway } from '../support/raw-gateway.ts';

const { sandbox, rest } = await openDiscordForAll();

test('a field that no document names is ignored, left out of what comes back, and written down', async () => {
  const button = { type: 2, style: 1, label: 'x', custom_id: 'a', customId: 'a' };
  const body = { content: 'x', ephemeral: true, components: [{ type: 1, components: [button] }] };
  const answer = await rest('POST', `/channels/${sandbox.channels.general}/messages`, body);
  expect(answer.status).toBe(200);
  expect(JSON.stringify(answer.body)).not.toContain('customId');
  expect(sandbox.oddities).toEqual([
    'POST /channels/:channelId/messages: ephemeral',
    'POST /channels/:channelId/messages: components.0.components.0.customId',
  ]);
});

test('the same oddity is written down once', async () => {
  const before = sandbox.oddities.length;
  const command = { name: 'ping', description: 'x', colour: 'red' };
  for (let count = 0; count < 2; count += 1)
    expect(
      (await rest('POST', `/applications/${sandbox.applicationId}/commands`, command)).status,
    ).toBeLessThan(300);
  expect(sandbox.oddities.slice(before)).toEqual(['POST /applications/:applicationId/commands: colour']);
});

test('so are routes that do not exist, and what an identify says too much', async () => {
  const before = sandbox.oddities.length;
  await rest('GET', '/unicorns');
  await RawGateway.identified(sandbox, { intents: 1, wishes: 3 });
  expect(sandbox.oddities.slice(before)).toEqual([
    'GET /api/v10/unicorns: no such route',
    'identify: wishes',
  ]);
});

test('the record can be read over HTTP', async () => {
  expect(await (await fetch(`${sandbox.baseUrl}/sandbox/oddities`)).json()).toEqual(sandbox.oddities);
});
