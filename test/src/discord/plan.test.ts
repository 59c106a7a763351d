import { MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { deferReply, deferUpdate } from '../../../src/discord/plan.ts';
import { discordError } from '../../support/discord-errors.ts';

const brokenConnection = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });

/** Answers each deferral with the next of the outcomes; undefined is success. */
class FakeDeferrable {
  readonly sent: (number | undefined)[] = [];
  readonly #outcomes: unknown[];

  constructor(...outcomes: unknown[]) {
    this.#outcomes = outcomes;
  }

  async deferReply({ flags }: { flags?: number } = {}): Promise<void> {
    this.sent.push(flags);
    const outcome = this.#outcomes.shift();
    if (outcome) throw outcome;
  }

  async deferUpdate(): Promise<void> {
    await this.deferReply();
  }
}

describe('a deferral whose connection broke', () => {
  it.each([
    ['public', undefined],
    ['private', MessageFlags.Ephemeral],
  ] as const)('is sent once more, as %s as before', async (how, flags) => {
    const interaction = new FakeDeferrable(brokenConnection);
    await deferReply(interaction, how);
    expect(interaction.sent).toEqual([flags, flags]);
  });

  it('is given up after the second attempt', async () => {
    const interaction = new FakeDeferrable(brokenConnection, brokenConnection);
    await expect(deferUpdate(interaction)).rejects.toBe(brokenConnection);
    expect(interaction.sent).toHaveLength(2);
  });
});

it.each([40060, 10062])('a deferral that Discord refuses (%i) is not repeated', async (code) => {
  const refused = discordError(code, 400);
  const interaction = new FakeDeferrable(refused);
  await expect(deferUpdate(interaction)).rejects.toBe(refused);
  expect(interaction.sent).toHaveLength(1);
});
