import { voiceChoiceSchema } from '../community/settings-pages.ts';
import { servedGuilds } from '../discord/guards.ts';
import { ClientMessageFeed } from '../discord/message-feed.ts';
import { ClientTraffic } from '../discord/traffic.ts';
import type { SynthesisClient } from '../service/synthesis/synthesis-types.ts';
import { SpeechDesk } from '../speech/desk.ts';
import { keptPanelSchema } from '../speech/panel-message.ts';
import { unfinishedSchema } from '../speech/unfinished.ts';
import { asWritten, ofPerson } from '../storage/record-index.ts';
import { packetsOfOgg } from '../voice/packets/of-ogg.ts';
import { packetsOfPcm } from '../voice/packets/of-pcm.ts';
import type { VoiceRooms } from '../voice/room/types.ts';
import { exposes } from './exposure.ts';
import { useByAuthor } from './feature-use.ts';
import type { SharedParts } from './parts.ts';
import { ClientVoiceMoves } from './voice-moves.ts';

/** Live speech in PCM is requested at this rate, because libopus encodes it without resampling. */
const livePcmHz = 24_000;

export function speechDesk(
  { config, log, clock, store, settings, gate, spent, client, messenger, inHand, signal }: SharedParts,
  rooms: VoiceRooms,
  synthesis: SynthesisClient,
): SpeechDesk {
  return new SpeechDesk({
    settings: config.speech,
    rooms,
    synthesis,
    packetsOf: (audio, request) =>
      request.format === 'opus'
        ? packetsOfOgg(audio)
        : packetsOfPcm(audio, request.sampleRateHz ?? livePcmHz),
    people: store.collection('speech-people', voiceChoiceSchema, ofPerson),
    guilds: settings.page('speech'),
    unfinished: store.collection('speech-unfinished', unfinishedSchema, asWritten),
    panels: store.collection('speech-panels', keptPanelSchema, asWritten),
    exposes: (guildId, channelId, otherId) => exposes(client, guildId, channelId, otherId),
    inHand,
    spent,
    messenger,
    feed: config.discord.messageContent
      ? new ClientMessageFeed(client, log, servedGuilds(config.discord.allowedGuildIds))
      : undefined,
    mayBeRead: async (message) =>
      await gate.mayUse(useByAuthor('speech', message, client.guilds.cache.get(message.guildId))),
    traffic: new ClientTraffic(client),
    moves: new ClientVoiceMoves(client, servedGuilds(config.discord.allowedGuildIds)),
    clock,
    log,
    signal,
  });
}
