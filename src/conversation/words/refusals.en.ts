import { permissionWords } from '../../language/permissions.en.ts';
import { anyPermissionPhrase } from '../../language/phrases.ts';
import type { ConversationRefusal } from '../../refusal/conversation.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';

const any = (names: readonly string[]) => anyPermissionPhrase(names, permissionWords, 'en');

export const conversationRefusals: RefusalSentences<ConversationRefusal> = {
  'call-running-already': ({ channelId }) =>
    `I’m already talking in <#${channelId}>. Join me there, or stop me with \`/converse stop\`.`,
  'call-none': () => 'I’m not in a conversation here. Start one with `/converse start`.',
  'call-over': () => 'That conversation has ended. Start a new one with `/converse start`.',
  'call-not-participant': () => 'You’re not in this conversation yet. Press **Join** first.',
  'call-elsewhere': ({ channelId }) => `The conversation is in <#${channelId}>. Hop in there first.`,
  'call-not-there': ({ channelId, anyOf }) =>
    `Only people in <#${channelId}> or a moderator (${any(anyOf)}) can end this conversation.`,
  'call-floor-taken': ({ userId }) => `<@${userId}> has the floor. You’re next once they press **Done**.`,
  'call-no-floor': () => 'This conversation isn’t push-to-talk. Just start talking.',
  'call-cannot-voice': () => 'I can’t turn typed text into speech here. Say it out loud instead.',
  'call-question-not-yours': ({ userId }) => `I’m asking <@${userId}>, so only they can answer.`,
  'call-question-over': () => 'You’re too late for that one. Ask me again if you still want it.',
  'call-options-clash': ({ options: [one, other] }) =>
    `\`${one}\` and \`${other}\` don’t go together. Leave one of them out.`,
  'call-picture-kind': () => 'I can’t open that as a picture. Send a JPEG, PNG, WebP or BMP.',
  'call-picture-large': ({ limitMegabytes, limitMegapixels }) =>
    `That picture is too big. Send one under ${limitMegabytes} MB and ${limitMegapixels} megapixels.`,
  'call-picture-early': () => 'I need to hear someone before I can look at pictures. Say hi, then try again.',
  'call-picture-often': () => 'One picture a second is all I can take. Try again in a moment.',
};
