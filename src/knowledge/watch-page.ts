import { container, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import { marksOf } from '../language/marks.ts';
import type { Words } from '../words/index.ts';
import type { KnowledgeBase } from './base-listing.ts';
import { documentLine, shownName } from './describe.ts';
import { documentMenu } from './document-menu.ts';
import { importReasonOf } from './import-reason.ts';
import type { WatchBatch } from './watch.ts';

const longestName = 90;

/** Finished and failed imports, for the channel that watches. */
export function renderWatched(
  base: KnowledgeBase,
  batch: Pick<WatchBatch, 'id' | 'events'>,
  words: Words,
): MessageBody {
  const lines = batch.events.map((event) => {
    const line = documentLine(event, words, longestName);
    return event.status === 'INSERT_ERROR'
      ? `${line}${marksOf(words.locale).stop}${words.knowledge.advice[importReasonOf(event.code)]}`
      : line;
  });
  return {
    components: [
      container([
        text(`**${words.knowledge.watch.title(shownName(base.name, longestName))}**`),
        text(lines.join('\n')),
        ...documentMenu(batch.id, batch.events, words),
      ]),
    ],
  };
}

/** For the person who started a watch that ended by itself. */
export function renderWatchEnd(
  base: KnowledgeBase,
  channelId: string,
  why: 'closed' | 'crashed',
  words: Words,
): MessageBody {
  const { ended, endedByCrash } = words.knowledge.watch;
  const sentence = (why === 'closed' ? ended : endedByCrash)(shownName(base.name, longestName), channelId);
  return { components: [container([text(sentence)])] };
}

/** For the channel, once: the watch continues when the bot can read there again. */
export function renderWatchBlind(base: KnowledgeBase, channelId: string, words: Words): MessageBody {
  const told = words.knowledge.watch.blind(shownName(base.name, longestName), channelId);
  return { components: [container([text(told)])] };
}
