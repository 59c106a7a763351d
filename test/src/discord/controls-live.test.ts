import { ComponentType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { ButtonRoute, SelectRoute } from '../../../src/discord/command.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { isPrivate, pressButton, startLiveScene } from '../../support/live-scene.ts';

const menu = {
  type: ComponentType.StringSelect,
  custom_id: 'demo:pick:job-7',
  min_values: 1,
  max_values: 2,
  options: ['a', 'b', 'c'].map((value) => ({ label: value.toUpperCase(), value })),
};

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
    await using scene = await startLiveScene({ selects: [select()] });
    const { person } = scene;
    const message = await scene.posted(menu);
    await person.select(message, 'demo:pick:job-7', ['a', 'c']);
    const edited = await person.untilMessage(({ content }) => content === 'job-7: a and c');
    expect(edited.id).toBe(message.id);
  });

  it.each(['public', 'private'] as const)('can answer with a new message (%s)', async (acknowledge) => {
    await using scene = await startLiveScene({ selects: [select({ acknowledge })] });
    const { person } = scene;
    const message = await scene.posted(menu);
    await person.select(message, 'demo:pick:job-7', ['b']);
    const answer = await person.untilMessage(({ content }) => content === 'job-7: b');
    expect(answer.id).not.toBe(message.id);
    expect(isPrivate(answer)).toBe(acknowledge === 'private');
  });

  it('that fails leaves its message as it is', async () => {
    const run = async () => Promise.reject(new Refusal({ code: 'not-yours', anyOf: ['ManageMessages'] }));
    await using scene = await startLiveScene({ selects: [select({ run })] });
    const message = await scene.posted(menu);
    await scene.person.select(message, 'demo:pick:job-7', ['b']);
    await scene.toldInPrivate('Only the person who asked');
    expect(scene.bot.discord.state.message(message.channel_id, message.id)).toMatchObject({
      content: 'earlier',
    });
  });
});

it('a button that answers for everybody does so in a message of its own', async () => {
  const run: ButtonRoute['run'] = async ({ interaction, id }) => {
    await interaction.editReply(`for all: ${id}`);
  };
  const button = { feature: 'demo', action: 'press', acknowledge: 'public', run } as const;
  await using scene = await startLiveScene({ buttons: [button] });
  const other = await scene.bot.person('newcomer');
  const message = await scene.posted(pressButton('demo:press:job-7'));
  await scene.person.click(message, 'Press');
  const answer = await other.untilMessage(({ content }) => content === 'for all: job-7');
  expect(answer.id).not.toBe(message.id);
});
