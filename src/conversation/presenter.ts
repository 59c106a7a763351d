import type { CallPresenter, CallShown, CallSurroundings } from '../call/presenter.ts';
import { showAsIs } from '../discord/escape.ts';
import { button } from '../discord/layout.ts';
import type { Words } from '../words/index.ts';
import type { Call } from './call-types.ts';

export type ConversationShown = CallShown & Pick<Call, 'request' | 'state' | 'trouble'>;

const longestName = 64;
/** As markdown, where each of its 1,000 characters can take two. */
const longestPersona = 2_000;

/** How a conversation appears to people. */
export const conversationPresenter: CallPresenter<ConversationShown> = {
  kind: 'conversation',
  route: 'converse',
  sentences: (words) => words.conversation,
  name: (_, words) => words.conversation.panel.name,
  activity: ({ state }, mention, words) =>
    state.is === 'running' ? words.conversation.panel.activities[state.activity](mention) : '',
  hindered: new Set(['reconnecting', 'silenced']),
  kept,
  // Who talks presses it again; anyone else who presses is told who they wait for.
  buttons: ({ request, participants, speaker }, words) => {
    const { talk, done } = words.conversation.buttons;
    const { id, settings } = request;
    if (settings.turns !== 'push-to-talk' || participants.size === 0) return [];
    return speaker === undefined
      ? [button('primary', talk, 'converse', 'hold', id)]
      : [button('primary', done, 'converse', 'done', id)];
  },
  details: (call, around, words) => [
    ...(call.request.settings.transcript ? [whereItIsWritten(call, around, words)] : []),
    howItAnswers(call, words),
    words.conversation.panel.readAlong,
    ...persona(call, words),
  ],
  small: ({ request }) => [request.settings.model],
  joined: ({ channelId }, _userId, words) => words.conversation.answers.joined(channelId),
};

function kept({ request }: ConversationShown, { captions }: CallSurroundings, words: Words): string {
  const { transcriptKept, transcriptPaused } = words.conversation.panel;
  if (!request.settings.transcript) return words.call.nothingKept;
  return captions?.isPaused ? transcriptPaused : transcriptKept;
}

function whereItIsWritten(
  { request }: ConversationShown,
  { captions }: CallSurroundings,
  words: Words,
): string {
  const { transcribed, transcribedHere, transcriptHidden } = words.conversation.panel;
  if (captions?.isPaused) return transcriptHidden;
  // A voice channel's chat has no threads.
  const { panelChannelId, voiceChannelId } = request;
  return panelChannelId === voiceChannelId ? transcribedHere : transcribed(panelChannelId);
}

function howItAnswers({ request }: ConversationShown, words: Words): string {
  const { turns, addressing } = request.settings;
  const name = showAsIs(addressing.names[0] ?? '', longestName);
  return words.conversation.panel.answers[turns === 'push-to-talk' ? turns : addressing.mode](name);
}

function persona({ request }: ConversationShown, words: Words): readonly string[] {
  const { startedBy, settings } = request;
  if (settings.persona === undefined) return [];
  const told = showAsIs(settings.persona, longestPersona).replaceAll('\n', '\n> ');
  return [words.conversation.panel.persona(`<@${startedBy}>`), `> ${told}`];
}
