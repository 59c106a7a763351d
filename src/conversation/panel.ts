import type { CallSurroundings } from '../call/front-desk-parts.ts';
import { showAsIs } from '../discord/escape.ts';
import { button, buttonRow, container, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import { marksOf } from '../language/marks.ts';
import type { Words } from '../words/index.ts';
import type { Call } from './call-types.ts';

export type CallShown = Pick<
  Call,
  'request' | 'channelId' | 'state' | 'participants' | 'livedMs' | 'trouble' | 'speaker'
>;

const mostNamed = 20;
const longestName = 64;
/** As markdown, where each of its 1,000 characters can take two. */
const longestPersona = 2_000;
const colours = { live: 0x5865f2, hindered: 0xf0b232, failed: 0xf23f43 };

/** A conversation's panel for everyone in the channel: who's heard, where their audio goes, and the buttons. */
export function renderCall(call: CallShown, around: CallSurroundings, words: Words): MessageBody {
  const { panel } = words.conversation;
  const shared = words.call;
  const { request, state } = call;
  const lines = [
    panel.title(`<@${request.startedBy}>`, call.channelId),
    `**${headline(call, around, words)}**`,
  ];
  if (state.is === 'running') {
    const sent = shared.sent(shared.regions[around.region]);
    lines.push(marksOf(words.locale).sentences([sent, kept(call, around, words)]), how(call, words));
    if (call.participants.size > 0 && !around.exposed) lines.push(whoTakesPart(call, words));
    if (call.trouble) lines.push(`⚠️ ${panel.troubles[call.trouble]}`);
  }
  const small = [
    shared.minutes(Math.floor(call.livedMs / 60_000)),
    ...(around.allowance ? [words.spending.left(around.allowance)] : []),
    request.settings.model,
    shared.reference(request.reference),
  ];
  const controls = state.is === 'running' ? rows(call, words) : [];
  return {
    components: [
      container([text(lines.join('\n')), text(`-# ${small.join(' · ')}`), ...controls], colourOf(call)),
    ],
  };
}

/** What isn't on the panel: the persona, and who chose it. */
export function renderCallDetails({ request }: Pick<Call, 'request'>, words: Words): MessageBody {
  const { startedBy, settings } = request;
  const { persona, noPersona } = words.conversation.details;
  if (settings.persona === undefined) return { components: [container([text(noPersona)])] };
  const told = showAsIs(settings.persona, longestPersona).replaceAll('\n', '\n> ');
  return { components: [container([text(`${persona(`<@${startedBy}>`)}\n> ${told}`)])] };
}

function headline(
  { state, participants, speaker }: CallShown,
  { exposed }: CallSurroundings,
  words: Words,
): string {
  const { panel } = words.conversation;
  if (state.is === 'ended') return words.call.ended[state.end];
  if (state.activity === 'listening' && participants.size === 0) return words.call.waiting;
  return panel.activities[state.activity](speaker === undefined || exposed ? undefined : `<@${speaker}>`);
}

function kept({ request }: CallShown, { exposed }: CallSurroundings, words: Words): string {
  if (!request.settings.transcript) return words.call.nothingKept;
  const { transcribed, transcribedHere, transcriptPaused } = words.conversation.panel;
  if (exposed) return transcriptPaused;
  // A voice channel's chat has no threads.
  return request.textChannelId === request.voiceChannelId ? transcribedHere : transcribed;
}

function how({ request }: CallShown, words: Words): string {
  const { turns, addressing } = request.settings;
  const name = showAsIs(addressing.names[0] ?? '', longestName);
  return words.conversation.panel.answers[turns === 'push-to-talk' ? turns : addressing.mode](name);
}

function whoTakesPart({ participants }: CallShown, words: Words): string {
  const named = [...participants].slice(0, mostNamed).map((userId) => `<@${userId}>`);
  return words.call.takesPart(named, participants.size - named.length);
}

function rows({ request }: CallShown, words: Words) {
  const { hold, done, details } = words.conversation.buttons;
  const { buttons } = words.call;
  const { id, settings } = request;
  return [
    ...(settings.turns === 'push-to-talk'
      ? buttonRow([
          button('primary', hold, 'converse', 'hold', id),
          button('secondary', done, 'converse', 'done', id),
        ])
      : []),
    ...buttonRow([
      button('primary', buttons.join, 'converse', 'join', id),
      button('secondary', buttons.leave, 'converse', 'leave', id),
      button('danger', buttons.stop, 'converse', 'stop', id),
      ...(settings.persona === undefined ? [] : [button('secondary', details, 'converse', 'details', id)]),
    ]),
  ];
}

function colourOf({ state, trouble }: CallShown): number | undefined {
  if (state.is === 'ended') return state.end === 'service' ? colours.failed : undefined;
  const isHindered = trouble !== undefined || ['reconnecting', 'silenced'].includes(state.activity);
  return isHindered ? colours.hindered : colours.live;
}
