import { usualEcho } from '../call/hearing/echo-settings.ts';
import { usualEndpointing } from '../call/hearing/endpointing.ts';
import { runningCallSchema } from '../call/running-calls.ts';
import { consentSchema } from '../community/consent.ts';
import { GuildConversationSettings, guildConversationSchema } from '../community/conversation-settings.ts';
import { Spending, spendingRecordSchema } from '../community/spending.ts';
import { spendingSweep } from '../community/spending-sweep.ts';
import type { CallsParts } from '../conversation/call-parts.ts';
import { CallTools } from '../conversation/call-tools.ts';
import { openCalls } from '../conversation/calls.ts';
import { ConversationDesk } from '../conversation/desk.ts';
import { Questions } from '../conversation/tools/questions.ts';
import type { KnowledgeDesk } from '../knowledge/desk.ts';
import { jpegOf } from '../media/picture.ts';
import { waveData } from '../media/wave-chunks.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { ConversationClient } from '../service/realtime/conversation/conversation-types.ts';
import type { SpeechDesk } from '../speech/desk.ts';
import type { VideoStudio } from '../video/studio.ts';
import type { VoiceRooms } from '../voice/room/types.ts';
import { wordsFor } from '../words/index.ts';
import type { SharedParts } from './parts.ts';
import { toolHands } from './tool-hands.ts';
import { ClientVoicePeople } from './voice-people.ts';

export interface ConversationNeeds {
  readonly rooms: VoiceRooms;
  readonly conversations: ConversationClient;
  readonly studio: VideoStudio;
  readonly speech: SpeechDesk;
  readonly knowledge: KnowledgeDesk;
}

/** What a typed sentence may weigh once it's voiced: well over a minute. */
const mostVoicedBytes = 4_000_000;

export function conversationDesk(parts: SharedParts, needs: ConversationNeeds): ConversationDesk {
  const { config, log, clock, store, client, messenger, inspectors, signal } = parts;
  const { rooms, conversations, studio, speech, knowledge } = needs;
  const { conversation, service } = config;
  const people = new ClientVoicePeople(client);
  const guilds = new GuildConversationSettings(
    store.collection('conversation-guilds', guildConversationSchema),
  );
  const questions = new Questions({ messenger, clock, log });
  const hands = toolHands(client, studio, knowledge);
  const tools = new CallTools({ guilds, hands, questions, people, messenger, clock, log });
  const spent = store.collection('live-seconds', spendingRecordSchema);
  const spending = new Spending({
    unit: 'live-seconds',
    shelf: spent,
    clock,
    limits: {
      perPersonPerDay: conversation.secondsPerPersonPerDay,
      perGuildPerDay: conversation.secondsPerGuildPerDay,
      perBotPerDay: conversation.secondsPerBotPerDay,
    },
  });
  const calls = openCalls({
    rooms,
    client: conversations,
    spending,
    tools: (call) => tools.of(call),
    endpointing: { ...usualEndpointing, mode: conversation.endpointing },
    echo: usualEcho,
    voiceText: voicedBy(speech),
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
    tools,
    questions,
    guilds,
    consents: store.collection('consents', consentSchema),
    running: store.collection('conversation-running', runningCallSchema),
    rooms,
    people,
    jpegOf: async (url, personId) =>
      await jpegOf({
        inspectors,
        personId,
        url,
        option: 'image',
        maxJpegBytes: conversation.imageBytes,
        signal,
      }),
    allowanceOf: async (guildId, userId) => await spending.left(guildId, userId),
    spentSweep: spendingSweep({ name: 'days of live seconds', shelf: spent, clock, log }),
    region: service.region,
    model: conversation.model,
    messenger,
    clock,
    log,
  });
}

/** Text in the voice that its person chose, as 16 kHz mono PCM; paid for like everything else that's read aloud. */
function voicedBy(speech: SpeechDesk): NonNullable<CallsParts['voiceText']> {
  let voiced = 0;
  return async function* (text, request, userId, signal) {
    voiced += 1;
    const { id, reference, guildId, textChannelId: channelId, locale, publicLocale } = request;
    const order = {
      id: `${id}-${voiced}`,
      reference,
      guildId,
      channelId,
      userId,
      locale,
      publicLocale,
      panel: { channelId, applicationId: '', tokenExpiresAt: 0 },
    };
    const names = { user: () => undefined, role: () => undefined, channel: () => undefined };
    const file = { format: 'wav', sampleRateHz: 16_000, maxBytes: mostVoicedBytes } as const;
    const { bytes } = await speech.file(order, { text, names, ...file });
    signal.throwIfAborted();
    const pcm = waveData(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    if (!pcm) throw new Refusal({ code: 'call-cannot-voice' });
    yield pcm;
  };
}
