import { type APIActionRowComponent, ButtonStyle, ComponentType, MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { SandboxPerson } from '../../../sandbox/test/support/sandbox-person.ts';
import type { ButtonRoute, SelectRoute } from '../../../src/discord/command.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { type LiveBot, startLiveBot } from '../../support/live-bot.ts';

type Row = APIActionRowComponent<never>;

const menuRow = {
  type: ComponentType.ActionRow,
  components: [
    {
      type: ComponentType.StringSelect,
      custom_id: 'demo:pick:job-7',
      min_values: 1,
      max_values: 2,
      options: ['a', 'b', 'c'].map((value) => ({ label: value.toUpperCase(), value })),
    },
  ],
};
const buttonRow = {
  type: ComponentType.ActionRow,
  components: [
    { type: ComponentType.Button, style: ButtonStyle.Primary, label: 'Press', custom_id: 'demo:press:job-7' },
  ],
};

/** A message that an earlier run of the bot could have posted. */
async function posted(bot: LiveBot, person: SandboxPerson, row: object) {
  const channel = bot.client.channels.cache.get(bot.discord.channels.general);
  if (!channel?.isSendable()) throw new Error('there is no channel to post to');
  const { id } = await channel.send({ content: 'earlier', components: [row as Row] });
  return person.untilMessage((message) => message.id === id);
}

const isPrivate = (message: { flags?: number | undefined }) =>
  ((message.flags ?? 0) & MessageFlags.Ephemeral) !== 0;

describe('a menu from before a restart', () => {
  const select = (over: Partial<SelectRoute> = {}): SelectRoute => ({
    feature: 'demo',
    action: 'pick',
    acknowledge: 'update',
    run: async ({ interaction, id, values }) => {
      await interaction.editReply(`${id}: ${values.join(' and ')}`);
    },
    ...over,
  });

  it('works, by what stands in its custom_id and what was chosen', async () => {
    await using bot = await startLiveBot({ selects: [select()] });
    const person = await bot.person();
    const message = await posted(bot, person, menuRow);
    await person.select(message, 'demo:pick:job-7', ['a', 'c']);
    const edited = await person.untilMessage(({ content }) => content === 'job-7: a and c');
    expect(edited.id).toBe(message.id);
  });

  it.each(['public', 'private'] as const)('can answer with a new message (%s)', async (acknowledge) => {
    await using bot = await startLiveBot({ selects: [select({ acknowledge })] });
    const person = await bot.person();
    const message = await posted(bot, person, menuRow);
    await person.select(message, 'demo:pick:job-7', ['b']);
    const answer = await person.untilMessage(({ content }) => content === 'job-7: b');
    expect(answer.id).not.toBe(message.id);
    expect(isPrivate(answer)).toBe(acknowledge === 'private');
  });

  it('that fails leaves its message as it is', async () => {
    const run = async () => Promise.reject(new Refusal({ code: 'not-yours', anyOf: ['ManageMessages'] }));
    await using bot = await startLiveBot({ selects: [select({ run })] });
    const person = await bot.person();
    const message = await posted(bot, person, menuRow);
    await person.select(message, 'demo:pick:job-7', ['b']);
    const told = await person.untilMessage(({ content }) => content.includes('Only the person who asked'));
    expect(isPrivate(told)).toBe(true);
    expect(bot.discord.state.message(message.channel_id, message.id)).toMatchObject({ content: 'earlier' });
  });
});

describe('a button that answers for everybody', () => {
  const button = (run: ButtonRoute['run']): ButtonRoute => ({
    feature: 'demo',
    action: 'press',
    acknowledge: 'public',
    run,
  });

  it('does so in a message of its own', async () => {
    const run: ButtonRoute['run'] = async ({ interaction, id }) => {
      await interaction.editReply(`for all: ${id}`);
    };
    await using bot = await startLiveBot({ buttons: [button(run)] });
    const [person, other] = [await bot.person('member'), await bot.person('newcomer')];
    const message = await posted(bot, person, buttonRow);
    await person.click(message, 'Press');
    const answer = await other.untilMessage(({ content }) => content === 'for all: job-7');
    expect(answer.id).not.toBe(message.id);
  });

  it('and fails leaves nothing public', async () => {
    const run = async () => Promise.reject(new Refusal({ code: 'not-yours', anyOf: ['ManageMessages'] }));
    await using bot = await startLiveBot({ buttons: [button(run)] });
    const person = await bot.person();
    const message = await posted(bot, person, buttonRow);
    const before = bot.discord.state.messages(message.channel_id).length;
    await person.click(message, 'Press');
    const told = await person.untilMessage(({ content }) => content.includes('Only the person who asked'));
    expect(isPrivate(told)).toBe(true);
    expect(bot.discord.state.messages(message.channel_id)).toHaveLength(before + 1);
  });
});
