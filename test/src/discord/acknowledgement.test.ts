import { describe, expect, it } from 'vitest';
import { deferReply, deferUpdate } from '../../../src/discord/acknowledgement.ts';
import { discordError } from '../../support/discord-errors.ts';

const brokenConnection = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });

/** Answers each deferral with the next of the outcomes; undefined is success. */
class FakeDeferrable {
  deferred = false;
  ephemeral: boolean | null = null;
  sent = 0;
  readonly #outcomes: unknown[];

  constructor(...outcomes: unknown[]) {
    this.#outcomes = outcomes;
  }

  async deferReply(): Promise<void> {
    this.sent += 1;
    const outcome = this.#outcomes.shift();
    if (outcome) throw outcome;
    this.deferred = true;
  }

  async deferUpdate(): Promise<void> {
    await this.deferReply();
  }
}

describe('a deferral whose answer was lost', () => {
  it.each([
    ['public', false],
    ['private', true],
  ] as const)('counts as taken (%s) when the second one is said to be the second', async (how, ephemeral) => {
    const interaction = new FakeDeferrable(brokenConnection, discordError(40060));
    await deferReply(interaction, how);
    expect(interaction).toMatchObject({ deferred: true, ephemeral, sent: 2 });
  });

  it('that had not arrived is made by the second', async () => {
    const interaction = new FakeDeferrable(brokenConnection);
    await deferUpdate(interaction);
    expect(interaction).toMatchObject({ deferred: true, sent: 2 });
  });

  it('is given up after the second', async () => {
    const interaction = new FakeDeferrable(brokenConnection, brokenConnection);
    await expect(deferReply(interaction, 'public')).rejects.toBe(brokenConnection);
    expect(interaction).toMatchObject({ deferred: false, sent: 2 });
  });
});

it.each([40060, 10062])('a deferral that Discord refuses (%i) is not repeated', async (code) => {
  const refused = discordError(code, 400);
  const interaction = new FakeDeferrable(refused);
  await expect(deferUpdate(interaction)).rejects.toBe(refused);
  expect(interaction).toMatchObject({ deferred: false, sent: 1 });
});
