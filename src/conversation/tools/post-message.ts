import { z } from 'zod';
import type { Actor } from '../../authority/actor.ts';
import { mayWrite } from '../../authority/place.ts';
import { showAsIs } from '../../discord/escape.ts';
import { container, text } from '../../discord/layout.ts';
import { wordsFor } from '../../words/index.ts';
import { answerWithinMs, unanswered } from './questions.ts';
import { assertMayWrite, done, failed, toolFor } from './told.ts';
import type { ToolMaker } from './tool-parts.ts';

const schema = z.object({
  channel: z.string().trim().min(1).max(120).describe('The name of the channel'),
  text: z.string().trim().min(1).max(1_500).describe('The message'),
});
const longestShown = 1_800;

/** Posts in a channel that the person who asked can see and write in, after they press *Yes*. Pings nobody. */
export const postMessage: ToolMaker = (parts) => {
  const { request, hands, questions, messenger } = parts;
  const { guildId, panelChannelId, publicLocale } = request;
  return toolFor(parts, {
    name: 'post_message',
    description:
      'Posts a message in a text channel for the person who asks. They are asked to confirm with a button first.',
    schema,
    timeoutMs: answerWithinMs + 15_000,
    run: async ({ channel, text: message }, actor, signal) => {
      await assertMayWrite(hands, actor, panelChannelId);
      const place = placeFor(actor, hands.channelsOf(guildId), channel);
      if (!place) return failed('There is no such channel that they can write in. Ask which one they mean.');
      const { tools } = wordsFor(publicLocale).conversation;
      const { userId } = actor;
      const mention = `<@${userId}>`;
      const shown = showAsIs(message, longestShown);
      const sentence = tools.post(mention, place.id, shown.replaceAll('\n', '\n> '));
      const { postIt: yes } = tools;
      const answer = await questions.ask({ request, userId, sentence, yes }, signal);
      if (answer.is !== 'yes') return failed(unanswered(answer.is));
      // Their permissions may have changed while they thought about it.
      const now = await hands.actorOf(guildId, userId).catch(() => undefined);
      if (!now || !mayWrite(now, { guildId, channelId: place.id })) {
        await answer.close(tools.refused);
        return failed('They can no longer write in that channel, as far as Discord says.');
      }
      const body = { components: [container([text(shown), text(tools.postedFor(mention))])] };
      await messenger.post(place.id, body, `p${answer.order.id}`);
      await answer.close(tools.done);
      return done({ say: `Posted in ${place.name}.` });
    },
  });
};

type Channels = readonly { readonly id: string; readonly name: string }[];

/** Finds it by the name as heard; spaces, hyphens and case don't matter. */
function placeFor(actor: Actor, channels: Channels, name: string): Channels[number] | undefined {
  const wanted = plain(name);
  const { guildId } = actor;
  const mine = channels.filter(({ id: channelId }) => mayWrite(actor, { guildId, channelId }));
  return (
    mine.find(({ id }) => name.includes(id)) ??
    mine.find((each) => wanted !== '' && plain(each.name) === wanted)
  );
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
