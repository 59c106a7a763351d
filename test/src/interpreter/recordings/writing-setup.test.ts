import { beforeEach, expect, it } from 'vitest';
import type { WrittenChannel } from '../../../../src/community/settings-pages.ts';
import type { MessageBody } from '../../../../src/discord/messenger.ts';
import { mostWrittenChannels, turnWriting } from '../../../../src/interpreter/recordings/writing-setup.ts';
import { Refusal } from '../../../../src/refusal/refusal.ts';
import { wordsFor } from '../../../../src/words/index.ts';
import { memorySettings } from '../../../support/fake-settings.ts';
import { rejection } from '../../../support/rejection.ts';

const change = {
  guildId: '1000000000000000001',
  channelId: '1000000000000000002',
  userId: '1000000000000000003',
  publicWords: wordsFor('en-US'),
  reference: 'REF',
};

let guilds: ReturnType<typeof interpreterPage>;
let told: string[];
let isClosed: boolean;

function interpreterPage() {
  return memorySettings().page('interpreter');
}

beforeEach(() => {
  guilds = interpreterPage();
  told = [];
  isClosed = false;
});

const turn = async (chosen: WrittenChannel | undefined, seesMessages = true, where: object = {}) =>
  await turnWriting(
    {
      guilds,
      seesMessages,
      messenger: {
        post: async (_channelId: string, body: MessageBody) => {
          if (isClosed) throw new Error('closed');
          told.push(JSON.stringify(body));
          return { messageId: '1' };
        },
      },
    },
    { ...change, ...where },
    chosen,
  );

it('everyone who talks in a channel is told, silently, when it begins, changes its language and ends, and not in between', async () => {
  expect(await turn({})).toEqual({});
  expect(await turn({})).toEqual({});
  expect(await turn({ language: 'es' })).toEqual({ language: 'es' });
  expect(await turn(undefined)).toBeUndefined();
  expect(await turn(undefined)).toBeUndefined();
  expect(told).toHaveLength(3);
  expect(told[0]).toContain('has voice messages here written down. From now on');
  expect(told[0]).toContain('Not my recordings');
  expect(told[1]).toContain('written down in Spanish');
  expect(told[2]).toContain('turned this off');
  for (const body of told) expect(JSON.parse(body)).toMatchObject({ silent: true });
});

it("a channel can't be chosen where the bot doesn't see messages, and can be let go", async () => {
  await turn({});
  expect(await rejection(turn({ language: 'de' }, false), Refusal)).toMatchObject({
    facts: { code: 'speech-content-off' },
  });
  expect((await guilds.of(change.guildId)).channels).toEqual({ [change.channelId]: {} });
  expect(await turn(undefined, false)).toBeUndefined();
});

it('a server has so many channels written down and no more, but those can change', async () => {
  for (let count = 0; count < mostWrittenChannels; count += 1)
    await turn({}, true, { channelId: `c${count}` });
  expect(await rejection(turn({}), Refusal)).toMatchObject({
    facts: { code: 'recordings-channels-full', limit: mostWrittenChannels },
  });
  expect(await turn({ language: 'fr' }, true, { channelId: 'c0' })).toEqual({ language: 'fr' });
});

it('it counts, even if the channel can no longer be told', async () => {
  isClosed = true;
  expect(await turn({})).toEqual({});
});
