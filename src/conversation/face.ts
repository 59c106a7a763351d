import type { CallFace, CallSurroundings } from '../call/face.ts';
import { showAsIs } from '../discord/escape.ts';
import { button } from '../discord/layout.ts';
import { marksOf } from '../language/marks.ts';
import type { Words } from '../words/index.ts';
import type { Call } from './call-types.ts';

export type ConversationShown = Pick<
  Call,
  'request' | 'channelId' | 'state' | 'participants' | 'livedMs' | 'trouble' | 'speaker'
>;

const mostNamed = 20;
const longestName = 64;
/** As markdown, where each of its 1,000 characters can take two. */
const longestPersona = 2_000;

/** How a conversation appears to people. */
export const conversationFace: CallFace<ConversationShown> = {
  kind: 'conversation',
  route: 'converse',
  sentences: (words) => words.conversation,
  activity: ({ state }, mention, words) =>
    state.is === 'running' ? words.conversation.panel.activities[state.activity](mention) : '',
  hindered: new Set(['reconnecting', 'silenced']),
  about: (call, around, words, sent) => [
    marksOf(words.locale).sentences([sent, kept(call, around, words)]),
    how(call, words),
  ],
  people: ({ participants }, words) => {
    const named = [...participants].slice(0, mostNamed).map((userId) => `<@${userId}>`);
    return [words.call.takesPart(named, participants.size - named.length)];
  },
  small: ({ request }) => [request.settings.model],
  buttons: ({ request }, words) => {
    const { hold, done, details } = words.conversation.buttons;
    const { id, settings } = request;
    return {
      first:
        settings.turns === 'push-to-talk'
          ? [
              button('primary', hold, 'converse', 'hold', id),
              button('secondary', done, 'converse', 'done', id),
            ]
          : [],
      last: settings.persona === undefined ? [] : [button('secondary', details, 'converse', 'details', id)],
    };
  },
  /** The persona, and who chose it. */
  details: ({ request }, words) => {
    const { startedBy, settings } = request;
    const { persona, noPersona } = words.conversation.details;
    if (settings.persona === undefined) return noPersona;
    const told = showAsIs(settings.persona, longestPersona).replaceAll('\n', '\n> ');
    return `${persona(`<@${startedBy}>`)}\n> ${told}`;
  },
  joined: ({ channelId }, _userId, words) => words.conversation.answers.joined(channelId),
};

function kept({ request }: ConversationShown, { exposed }: CallSurroundings, words: Words): string {
  if (!request.settings.transcript) return words.call.nothingKept;
  const { transcribed, transcribedHere, transcriptPaused } = words.conversation.panel;
  if (exposed) return transcriptPaused;
  // A voice channel's chat has no threads.
  return request.textChannelId === request.voiceChannelId ? transcribedHere : transcribed;
}

function how({ request }: ConversationShown, words: Words): string {
  const { turns, addressing } = request.settings;
  const name = showAsIs(addressing.names[0] ?? '', longestName);
  return words.conversation.panel.answers[turns === 'push-to-talk' ? turns : addressing.mode](name);
}
