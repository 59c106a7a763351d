import { cutText, showAsIs } from '../discord/escape.ts';
import { container, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Words } from '../words/index.ts';
import { estimateSeconds } from './reading/length.ts';
import type { QueuedText } from './room-speech.ts';

const mostShown = 15;
const longestShown = 80;

/** Whose texts are in line and how long they take, for the person who asks. */
export function renderQueue(
  line: readonly QueuedText[],
  voiceChannelId: string | undefined,
  words: Words,
): MessageBody {
  const { queue } = words.speech;
  if (line.length === 0 || voiceChannelId === undefined)
    return { components: [container([text(queue.empty)])] };
  const seconds = line.map(({ utterance: { spoken, request } }) => estimateSeconds(spoken, request.rate));
  const rows = line.slice(0, mostShown).map(({ utterance, state }, index) => {
    const mark = state.is === 'speaking' ? queue.now : `${index + 1}`;
    const shown = showAsIs(cutText(utterance.spoken, longestShown), longestShown * 2);
    return `**${mark}** · <@${utterance.userId}> · ${queue.seconds(Math.ceil(seconds[index] ?? 0))} · ${shown}`;
  });
  const more = line.length - rows.length;
  const whole = queue.whole(Math.ceil(seconds.reduce((sum, each) => sum + each, 0)));
  const lines = [queue.title(voiceChannelId), ...rows, ...(more > 0 ? [queue.more(more)] : [])];
  return { components: [container([text(lines.join('\n')), text(`-# ${whole}`)])] };
}
