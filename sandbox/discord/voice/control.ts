import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Core } from '../core.ts';
import { places } from '../world/places.ts';
import type { VoiceModeration } from './states/moderation.ts';
import type { VoiceServer } from './voice-server-types.ts';

const userId = z.string().optional();
const count = z.int().min(1).max(10_000);
const share = z.number().min(0).max(1).optional();
const closeCode = z.int().min(1000).max(4999);

const faultSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('close'), code: closeCode, userId }),
  z.strictObject({ action: z.literal('drop'), userId }),
  z.strictObject({ action: z.literal('refuse'), code: closeCode, count }),
  z.strictObject({ action: z.literal('hold-welcome') }),
  z.strictObject({ action: z.literal('wrong-epoch-proposal'), userId: z.string() }),
  z.strictObject({ action: z.literal('withhold-speakers') }),
  z.strictObject({ action: z.literal('hold-seats') }),
  z.strictObject({ action: z.literal('drop-discovery'), count }),
  z.strictObject({
    action: z.literal('impair'),
    loss: share,
    reorder: share,
    duplicate: share,
    jitterMs: z.number().min(0).max(5_000).optional(),
    seed: z.int().optional(),
  }),
  z.strictObject({ action: z.literal('padding-burst'), speakerId: z.string(), count }),
  z.strictObject({
    action: z.literal('offer-modes'),
    modes: z.array(z.enum(['aead_aes256_gcm_rtpsize', 'aead_xchacha20_poly1305_rtpsize'])).min(1),
  }),
]);
type VoiceFault = z.infer<typeof faultSchema>;

const moderationSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('move'), userId: z.string(), channelId: z.string() }),
  z.strictObject({ action: z.literal('disconnect'), userId: z.string() }),
  z.strictObject({ action: z.literal('mute'), userId: z.string(), on: z.boolean() }),
  z.strictObject({ action: z.literal('deafen'), userId: z.string(), on: z.boolean() }),
  z.strictObject({ action: z.literal('suppress'), userId: z.string(), on: z.boolean() }),
  z.strictObject({ action: z.literal('user-limit'), channelId: z.string(), limit: z.int().min(0).max(99) }),
]);
type Moderation = z.infer<typeof moderationSchema>;

/** `/sandbox/voice`: what the voice server saw, what it should do wrong, and what moderators do, in the community guild. */
export function voiceControlRoutes(
  server: FastifyInstance,
  { core, voice, moderation }: { core: Core; voice: VoiceServer; moderation: VoiceModeration },
): void {
  server.get('/sandbox/voice', () => ({
    endpoint: voice.endpoint,
    certificatePath: voice.certificatePath,
    states: [...core.world.guilds.keys()].flatMap((guildId) => core.voice.inGuild(guildId)),
    closes: voice.record.closes,
    seen: [...core.world.users.keys()].map((id) => {
      const { packets: _packets, gaps, ops, ...counts } = voice.record.of(id);
      return { userId: id, ...counts, gaps: gaps.length, ops: Object.fromEntries(ops) };
    }),
  }));
  server.post('/sandbox/voice/faults', (request, reply) => {
    const parsed = faultSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) });
    misbehave(voice, parsed.data);
    return reply.code(201).send(parsed.data);
  });
  server.delete('/sandbox/voice/faults', (_request, reply) => {
    voice.faults.clear();
    return reply.code(204).send();
  });
  server.post('/sandbox/voice/moderation', (request, reply) => {
    const parsed = moderationSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) });
    const act = parsed.data;
    if ('userId' in act && !core.voice.find(places.guildId, act.userId))
      return reply.code(400).send({ message: `${act.userId} is in no voice channel` });
    moderate(moderation, act);
    return reply.code(204).send();
  });
}

function misbehave({ faults }: VoiceServer, fault: VoiceFault): void {
  switch (fault.action) {
    case 'close':
      faults.close(fault.code, fault.userId);
      break;
    case 'drop':
      faults.drop(fault.userId);
      break;
    case 'refuse':
      faults.refuse(fault.code, fault.count);
      break;
    case 'hold-welcome':
      faults.holdWelcome();
      break;
    case 'wrong-epoch-proposal':
      faults.wrongEpochProposal(fault.userId);
      break;
    case 'withhold-speakers':
      faults.withholdSpeakers();
      break;
    case 'hold-seats':
      faults.holdSeats();
      break;
    case 'drop-discovery':
      faults.dropDiscovery(fault.count);
      break;
    case 'impair':
      faults.impair(fault);
      break;
    case 'padding-burst':
      faults.paddingBurst(fault.speakerId, fault.count);
      break;
    case 'offer-modes':
      faults.offerModes(fault.modes);
      break;
  }
}

function moderate(moderation: VoiceModeration, act: Moderation): void {
  const { guildId } = places;
  switch (act.action) {
    case 'move':
      moderation.moveMember(guildId, act.userId, act.channelId);
      break;
    case 'disconnect':
      moderation.disconnectMember(guildId, act.userId);
      break;
    case 'mute':
      moderation.setServerMute(guildId, act.userId, act.on);
      break;
    case 'deafen':
      moderation.setServerDeafen(guildId, act.userId, act.on);
      break;
    case 'suppress':
      moderation.setSuppressed(guildId, act.userId, act.on);
      break;
    case 'user-limit':
      moderation.setUserLimit(act.channelId, act.limit);
      break;
  }
}
