import { runningCallSchema } from '../call/running-calls.ts';
import { SwitchedTools } from '../community/switched-tools.ts';
import { openCalls } from '../conversation/call.ts';
import { CallTools } from '../conversation/call-tools.ts';
import { ConversationDesk } from '../conversation/desk.ts';
import { Questions } from '../conversation/tools/questions.ts';
import { decisionsIn } from '../conversation/transcript/decisions.ts';
import { FreshMembers } from '../discord/fresh-members.ts';
import { ClientTraffic } from '../discord/traffic.ts';
import type { KnowledgeDesk } from '../knowledge/desk.ts';
import type { ConversationClient } from '../service/realtime/conversation/conversation-types.ts';
import { voicedBy } from '../speech/whole-speech.ts';
import { asWritten } from '../storage/record-index.ts';
import type { VideoStudio } from '../video/studio.ts';
import { wordsFor } from '../words/index.ts';
import type { CallShared } from './calls.ts';
import { exposes, sees } from './exposure.ts';
import type { SharedParts } from './parts.ts';
import { toolHands } from './tool-hands.ts';

export function conversationDesk(
  parts: SharedParts,
  needs: {
    readonly shared: CallShared;
    readonly conversations: ConversationClient;
    readonly studio: VideoStudio;
    readonly knowledge: KnowledgeDesk;
  },
): ConversationDesk {
  const { config, log, clock, store, client, messenger } = parts;
  const { shared, conversations, studio, knowledge } = needs;
  const { conversation, service } = config;
  const { rooms, people, spending, endpointing, echo } = shared;
  const guilds = new SwitchedTools(parts.settings.page('conversation'));
  const questions = new Questions(messenger, new ClientTraffic(client), clock, log);
  const members = new FreshMembers({ client, clock, log });
  const hands = toolHands({ client, members, studio, knowledge, gate: parts.gate });
  const tools = new CallTools({ guilds, hands, questions, people, messenger, clock, log });
  const calls = openCalls({
    rooms,
    client: conversations,
    spending,
    tools: (call) => tools.of(call),
    toolRounds: conversation.toolRounds,
    endpointing,
    echo,
    voiceText: voicedBy(shared.speech, 16_000),
    filler: (locale) => wordsFor(locale).conversation.filler,
    statusLine: ({ publicLocale }) => wordsFor(publicLocale).conversation.channelStatus,
    hasAnyRole: (guildId, userId, roleIds) => {
      const member = client.guilds.cache.get(guildId)?.members.cache.get(userId);
      return roleIds.some((roleId) => member?.roles.cache.has(roleId) ?? false);
    },
    clock,
    log,
  });
  return new ConversationDesk({
    calls,
    locks: shared.locks,
    tools,
    questions,
    guilds,
    consents: shared.consents,
    unheard: shared.unheard,
    running: store.collection('conversation-running', runningCallSchema, asWritten),
    rooms,
    people,
    jpegOf: shared.pictures(conversation.imageBytes),
    exposes: (guildId, textId, voiceId) => exposes(client, guildId, textId, voiceId),
    sees: (guildId, userId, channelId) => sees(client, guildId, userId, channelId),
    mayWrite: shared.mayWrite,
    decisionsIn: async (text, request) =>
      await decisionsIn(text, request, { client: conversations, spending, clock, log }),
    decided: parts.settings.page('conversation'),
    mayJoin: shared.mayJoin('conversation'),
    news: parts.news,
    writes: shared.writes,
    region: service.region,
    model: conversation.model,
    botName: (guildId) =>
      client.guilds.cache.get(guildId)?.members.me?.displayName ?? client.user?.displayName ?? '',
    messenger,
    pace: parts.pace,
    clock,
    log,
  });
}
