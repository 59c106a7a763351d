import { VoiceReplies } from '../conversation/voice-replies/voice-replies.ts';
import type { VoiceReplyRequest } from '../conversation/voice-replies/voice-reply.ts';
import { servedGuilds } from '../discord/guards.ts';
import { ClientMentionFeed } from '../discord/mention-feed.ts';
import { sendVoice } from '../discord/voice-message.ts';
import type { ConversationClient } from '../service/realtime/conversation/conversation-types.ts';
import type { SpeechDesk } from '../speech/desk.ts';
import { loudnessOf } from '../speech/loudness.ts';
import type { CallShared } from './calls.ts';
import { useByAuthor, useByMember } from './feature-use.ts';
import type { SharedParts } from './parts.ts';
import type { RecordedSound } from './recordings.ts';

/** A minute or two of speech, far below what Discord takes. */
const mostVoiceBytes = 4_000_000;

/** Answers to voice messages that reply to the bot. */
export function voiceReplies(
  parts: SharedParts,
  needs: {
    readonly shared: CallShared;
    readonly heard: RecordedSound;
    readonly conversations: ConversationClient;
    readonly speech: SpeechDesk;
    readonly told: ConstructorParameters<typeof VoiceReplies>[0]['told'];
  },
): VoiceReplies {
  const { config, client, messenger, gate, neverHeard, neverWritten, signal, clock, log } = parts;
  const guildOf = (guildId: string) => client.guilds.cache.get(guildId);
  return new VoiceReplies({
    ...needs.heard.readers,
    running: needs.heard.running,
    client: needs.conversations,
    model: config.conversation.model,
    speed: config.interpreter.recordingSpeed,
    unheard: neverHeard,
    unwritten: neverWritten,
    feed: new ClientMentionFeed(client, log, servedGuilds(config.discord.allowedGuildIds)),
    assertMayTalk: async ({ message }) =>
      await gate.assertMayUse(useByAuthor('conversation', message, guildOf(message.guildId))),
    spending: needs.shared.spending,
    botName: (guildId) => guildOf(guildId)?.members.me?.displayName ?? client.user?.displayName ?? '',
    sayAloud: async (request, answer, answerId) =>
      await sayAloud(parts, needs.speech, request, answer, answerId),
    told: needs.told,
    messenger,
    signal,
    clock,
    log,
  });
}

async function sayAloud(
  { client, gate }: SharedParts,
  speech: SpeechDesk,
  { id, reference, guildId, channelId, userId, locale }: VoiceReplyRequest,
  text: string,
  messageId: string,
): Promise<string | undefined> {
  const { person } = await speech.voices.decisions(guildId, userId);
  const member = client.guilds.cache.get(guildId)?.members.cache.get(userId);
  if (person.voice === undefined || !member) return undefined;
  if (!(await gate.mayUse(useByMember('speech', member, channelId, [])))) return undefined;
  const panel = { channelId, applicationId: '', tokenExpiresAt: 0 };
  const order = { id, reference, guildId, channelId, userId, locale, publicLocale: locale, panel };
  const names = { user: () => undefined, role: () => undefined, channel: () => undefined };
  const { bytes: ogg } = await speech.file(order, {
    ...{ text, names, format: 'opus', maxBytes: mostVoiceBytes },
  });
  const voice = { ogg, ...(await loudnessOf(ogg)) };
  const sent = await sendVoice(client.rest, { channelId, messageId }, voice, `v${reference}`);
  return sent.messageId;
}
