import { type Client, GatewayIntentBits } from 'discord.js';
import { beforeEach, expect, test } from 'vitest';
import { type DiscordStage, enterBot, openDiscord } from '../support/discord-stage.ts';

let sandbox: DiscordStage['sandbox'];
let bot: Client<true>;

beforeEach(async () => {
  ({ sandbox } = await openDiscord());
  bot = await enterBot(sandbox, [GatewayIntentBits.Guilds]);
});

async function deliver(nonce?: string): Promise<string> {
  const channel = await bot.channels.fetch(sandbox.channels.videos);
  if (!channel?.isSendable()) throw new Error('not sendable');
  const files = [{ attachment: Buffer.alloc(3_000_000, 7), name: 'film.mp4' }];
  const message = await channel.send({
    content: 'here',
    files,
    ...(nonce ? { nonce, enforceNonce: true } : {}),
  });
  return message.id;
}

const path = '/api/v10/channels/*/messages';

/** Tries a second time when the first attempt failed for the caller. */
const deliverSurely = (nonce?: string): Promise<string> => deliver(nonce).catch(() => deliver(nonce));

test.each(['drop', 'answer'] as const)(
  'a delivery whose answer was lost (%s) is made once when its nonce is enforced',
  async (kind) => {
    const effect =
      kind === 'drop'
        ? ({ kind, when: 'after' } as const)
        : ({ kind, when: 'after', status: 502, body: '<h1>Bad gateway</h1>' } as const);
    sandbox.faults.arm({ method: 'POST', path, effect });
    const id = await deliverSurely('job-1');
    expect(sandbox.state.messages(sandbox.channels.videos).map((message) => message.id)).toEqual([id]);
  },
);

test('without a nonce trying again posts twice', async () => {
  sandbox.faults.arm({ method: 'POST', path, effect: { kind: 'drop', when: 'after' } });
  await deliverSurely();
  expect(sandbox.state.messages(sandbox.channels.videos)).toHaveLength(2);
});

test.each([500, 429])('an upload refused before it was read (%i) is sent again in full', async (status) => {
  const body =
    status === 429 ? { message: 'slow', retry_after: 0.1, global: false } : { message: 'oops', code: 0 };
  const headers: Record<string, string> = status === 429 ? { 'retry-after': '1' } : {};
  sandbox.faults.arm({
    method: 'POST',
    path,
    effect: { kind: 'answer', when: 'before', status, body, headers },
  });
  await deliver('job-2');
  const [message, ...more] = sandbox.state.messages(sandbox.channels.videos);
  expect(message?.files[0]?.bytes).toHaveLength(3_000_000);
  expect(more).toEqual([]);
});
