import type { Guild } from 'discord.js';
import { botMay } from '../../src/discord/guards.ts';
import type { SpeechDesk } from '../../src/speech/desk.ts';
import type { ReferenceNames } from '../../src/speech/reading/references.ts';
import { Given, orderOf } from '../kit/given.ts';
import type { ChatCommand, CommandOption } from '../kit/surface.ts';

const captionsNeed = botMay('ViewChannel', 'SendMessages');

/** `/speak say`: in the person's voice channel. They get a private answer, and everyone sees the room's panel. */
export function speakSay(desk: SpeechDesk): ChatCommand<'speak say'> {
  return {
    path: ['speak', 'say'],
    options: [textOption(desk.longestText), { kind: 'boolean', name: 'captions' }, ssmlOption],
    reply: 'private',
    line: 'speech',
    run: async ({ interaction, reference, receivedAt }) => {
      const given = new Given(interaction);
      const text = given.text('text') ?? '';
      const captions = given.flag('captions');
      if (captions) await captionsNeed.check(interaction);
      await desk.say(orderOf(interaction, { reference, receivedAt }), {
        text,
        names: await namesIn(interaction.guild, text),
        captions,
        ssml: given.flag('ssml'),
      });
    },
  };
}

const mention = /<@!?(\d{15,25})>/g;
/** How many people a text's mentions look up. Others are read as "someone" unless the bot knows them. */
const mostLookedUp = 5;

/** The names of people and things in a text, as this server calls them. Looks up people that the bot doesn't know. */
export async function namesIn(guild: Guild, text: string): Promise<ReferenceNames> {
  const mentioned = new Set([...text.matchAll(mention)].map(([, id = '']) => id));
  const unknown = [...mentioned].filter((id) => !guild.members.cache.has(id)).slice(0, mostLookedUp);
  await Promise.allSettled(unknown.map(async (id) => await guild.members.fetch(id)));
  return {
    user: (id) => guild.members.cache.get(id)?.displayName ?? guild.client.users.cache.get(id)?.displayName,
    role: (id) => guild.roles.cache.get(id)?.name,
    channel: (id) => guild.channels.cache.get(id)?.name,
  };
}

/** Discord's maximum for a string option. */
const longestOption = 6_000;

/** Limited to the owner's maximum, so that nobody's text is refused for its length. */
export function textOption(longestText: number): CommandOption<'text'> {
  return {
    kind: 'string',
    name: 'text',
    required: true,
    minLength: 1,
    maxLength: Math.min(longestText, longestOption),
  };
}

export const ssmlOption: CommandOption<'ssml'> = { kind: 'boolean', name: 'ssml' };
