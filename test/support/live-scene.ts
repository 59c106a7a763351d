import { type APIMessage, ButtonStyle, ComponentType, MessageFlags } from 'discord.js';
import { expect } from 'vitest';
import type { FeatureSurface } from '../../src/discord/command.ts';
import { startLiveBot } from './live-bot.ts';

export function isPrivate({ flags }: Pick<APIMessage, 'flags'>): boolean {
  return ((flags ?? 0) & MessageFlags.Ephemeral) !== 0;
}

export function pressButton(customId: string): object {
  return { type: ComponentType.Button, style: ButtonStyle.Primary, label: 'Press', custom_id: customId };
}

/** A bot with these features, and a member in its general channel. */
export async function startLiveScene(features: Partial<FeatureSurface>) {
  const bot = await startLiveBot(features);
  const person = await bot.person();
  const { general } = bot.discord.channels;
  return {
    bot,
    person,
    general,
    /** What stands in the channel. */
    messages: () => bot.discord.state.messages(general),
    /** A message with that control, as an earlier run of the bot could have posted it. */
    posted: async (control: object) => {
      const channel = bot.client.channels.cache.get(general);
      if (!channel?.isSendable()) throw new Error('there is no channel to post to');
      const row = { type: ComponentType.ActionRow, components: [control as never] };
      const { id } = await channel.send({ content: 'earlier', components: [row] });
      return await person.untilMessage((message) => message.id === id);
    },
    /** Resolves once the person has read these words, which nobody else may see. */
    toldInPrivate: async (words: string) => {
      const told = await person.untilMessage(({ content }) => content.includes(words));
      expect(isPrivate(told)).toBe(true);
      return told.content;
    },
    [Symbol.asyncDispose]: async () => await bot[Symbol.asyncDispose](),
  };
}
