import { permissionWords } from '../../language/permissions.en.ts';
import { anyPermissionPhrase } from '../../language/phrases.ts';
import type { CallKind, CallRefusal } from '../../refusal/call.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';

const any = (names: readonly string[]) => anyPermissionPhrase(names, permissionWords, 'en');

type Say<Facts extends readonly unknown[] = []> = Readonly<Record<CallKind, (...facts: Facts) => string>>;

const alone: Say<[string]> = {
  conversation: (channelId) =>
    `I'm still in <#${channelId}>, but nobody's there. Press **Come here** to talk here.`,
  interpreter: (channelId) =>
    `I'm still in <#${channelId}>, but nobody's there. Press **Come here** to have me interpret here.`,
};
const runningAlready: Say<[string | undefined]> = {
  conversation: (channelId) =>
    channelId === undefined
      ? "I'm in a conversation right now, and I can only have one per server. Try again later."
      : `I'm already talking in <#${channelId}>. Join me there, or stop me with \`/converse stop\`.`,
  interpreter: (channelId) =>
    channelId === undefined
      ? "I'm interpreting right now, and I can only do that once per server. Try again later."
      : `I'm already interpreting in <#${channelId}>. Join me there, or stop me with \`/interpret stop\`.`,
};
const otherRunning: Say<[string | undefined]> = {
  conversation: (channelId) =>
    `I'm in a conversation${channelId ? ` in <#${channelId}>` : ''} right now, and I can't interpret at the same time. Stop it first with \`/converse stop\`.`,
  interpreter: (channelId) =>
    `I'm interpreting${channelId ? ` in <#${channelId}>` : ''} right now, and I can't have a conversation at the same time. Stop it first with \`/interpret stop\`.`,
};
const none: Say = {
  conversation: () => "I'm not in a conversation here. Start one with `/converse start`.",
  interpreter: () => "I'm not interpreting here. Start with `/interpret start`.",
};
const over: Say = {
  conversation: () => 'That conversation has ended. Start a new one with `/converse start`.',
  interpreter: () => 'That interpreted call has ended. Start a new one with `/interpret start`.',
};
const notParticipant: Say = {
  conversation: () => "You're not in this conversation yet. Press **Join** first.",
  interpreter: () => "You're not in this interpreted call yet. Press **Join** first.",
};
const elsewhere: Say<[string]> = {
  conversation: (channelId) => `The conversation is in <#${channelId}>. Join that channel first.`,
  interpreter: (channelId) => `I'm interpreting in <#${channelId}>. Join that channel first.`,
};
const notThere: Say<[string, string]> = {
  conversation: (channelId, permissions) =>
    `Only people in <#${channelId}> or a moderator (${permissions}) can end this conversation.`,
  interpreter: (channelId, permissions) =>
    `Only people in <#${channelId}> or a moderator (${permissions}) can stop me from interpreting.`,
};

export const callRefusals: RefusalSentences<CallRefusal> = {
  'call-transcripts-off': () => 'Transcripts are off in this server. Start without `transcript`.',
  'call-running-already': ({ kind, channelId, alone: isAlone }) =>
    isAlone && channelId !== undefined ? alone[kind](channelId) : runningAlready[kind](channelId),
  'call-other-running': ({ kind, channelId }) => otherRunning[kind](channelId),
  'call-none': ({ kind }) => none[kind](),
  'call-over': ({ kind }) => over[kind](),
  'call-not-participant': ({ kind }) => notParticipant[kind](),
  'call-elsewhere': ({ kind, channelId }) => elsewhere[kind](channelId),
  'call-not-there': ({ kind, channelId, anyOf }) => notThere[kind](channelId, any(anyOf)),
  'call-option-moderators': ({ only, anyOf }) => {
    const what = { transcript: 'turn on transcripts', answers: 'choose when I answer' }[only];
    return `Only moderators (${any(anyOf)}) can ${what}. Start without \`${only}\`.`;
  },
  'call-never-listen': () =>
    'You told me never to listen to you. To change that, use `/privacy` and press **Listen again**.',
  'call-picture-kind': () => "I can't open that as a picture. Send a JPEG, PNG, WebP or BMP.",
  'call-picture-large': ({ limitMegabytes, limitMegapixels }) =>
    `That picture is too big. Send one under ${limitMegabytes} MB and ${limitMegapixels} megapixels.`,
  'call-picture-early': () => 'I need to hear someone before I can look at pictures. Say hi, then try again.',
  'call-pages-full': ({ limit }) =>
    `${limit} people are reading captions of their own already, and that's all I can keep up with. The thread has them, too.`,
  'call-picture-often': () => "That's more pictures than I can take at once. Try again in a moment.",
};
