import type { Translated } from '../../language/languages.ts';
import type { CountedThing, NewsEvent } from '../news.ts';
import { settingsPlaceWords } from './settings-places.en.ts';
import { shownDifferences } from './shown-differences.ts';
import { spendingWords } from './spending.en.ts';

type Kind = 'conversation' | 'interpreter';

/** One sentence for each kind of news. */
export type NewsSentences = {
  readonly [Is in NewsEvent['is']]: (event: Extract<NewsEvent, { readonly is: Is }>) => string;
};

const kinds: Readonly<Record<Kind, string>> = { conversation: 'a conversation', interpreter: 'interpreting' };

const events: NewsSentences = {
  'settings-changed': ({ userId, differences, undoes }) =>
    `🔧 <@${userId}> ${undoes === undefined ? 'changed' : 'undid'} ${shownDifferences(differences, settingsPlaceWords)}`,
  'limit-reached': ({ unit, period, percent, spent, limit }) =>
    `${percent === 100 ? '🔴' : '🟠'} ${percent}% of this server's limit for ${spendingWords.things[unit].toLowerCase()} ${period === 'day' ? 'today' : 'this month'} is used: ${spendingWords.amount(unit, spent)} of ${spendingWords.amount(unit, limit)}`,
  'given-back': ({ by, userId, unit, amount }) =>
    `↩️ <@${by}> gave ${spendingWords.amount(unit, amount)} back to <@${userId}>`,
  'listening-started': ({ userId, kind, voiceChannelId }) =>
    `🎙️ ${userId === undefined ? 'Started' : `<@${userId}> started`} ${kinds[kind]} in <#${voiceChannelId}>`,
  'listening-stopped': ({ userId, kind, voiceChannelId }) =>
    `⏹️ ${userId === undefined ? 'Ended' : `<@${userId}> stopped`} ${kinds[kind]} in <#${voiceChannelId}>`,
  heard: ({ userId, voiceChannelId }) => `👂 <@${userId}> agreed to be heard in <#${voiceChannelId}>`,
  'not-heard': ({ userId, voiceChannelId }) => `🔇 <@${userId}> isn't heard any more in <#${voiceChannelId}>`,
};

/** What moderators read in their channel. */
export const newsWords = {
  events,
  places: settingsPlaceWords,
  refusals: {
    spent: (count: number) => `${count} × limit used up`,
    paused: (count: number) => `${count} × spending paused`,
    'not-allowed': (count: number) => `${count} × not allowed`,
    words: (count: number) => `${count} × blocked words`,
    'bot-permissions': (count: number) => `${count} × I lack a permission`,
    busy: (count: number) => `${count} × busy`,
    other: (count: number) => `${count} × other reasons`,
  },
  refused: (counts: string) => `ℹ️ Refused in the last hour: ${counts}`,
  and: ', ',
  more: (count: number) => `-# ${count} more happened than fit here.`,
  digest: {
    title: (since: string) => `📅 **Summary** since ${since}`,
    used: (amounts: string) => `Used: ${amounts}`,
    things: {
      'settings-changed': (count: number) => `${count} × settings changed`,
      conversations: (count: number) => `${count} × conversation started`,
      interpretations: (count: number) => `${count} × interpreting started`,
      heard: (count: number) => `${count} × agreed to be heard`,
      'limit-reached': (count: number) => `${count} × limit warning`,
      'given-back': (count: number) => `${count} × given back`,
    } satisfies Record<CountedThing, (count: number) => string>,
    refused: (counts: string) => `Refused: ${counts}`,
  },
};

export type NewsWords = Omit<Translated<typeof newsWords>, 'events'> & { readonly events: NewsSentences };
