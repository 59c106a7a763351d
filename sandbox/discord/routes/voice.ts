import {
  UpdateSelfVoiceStateRequestPartialSchema,
  UpdateVoiceStateRequestPartialSchema,
} from 'discord-api-spec/zod';
import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { maxLength, nullable, object, optional, string } from 'zod/mini';
import { refuse } from '../errors.ts';
import { type Call, noContent, ok, type Routes } from '../http/routes.ts';
import { has, needIn, permissionsIn } from '../permissions.ts';
import { voiceTypes } from '../voice/states/join-rules.ts';
import type { VoiceState } from '../voice/states/voice-state.ts';

interface StageBody {
  readonly channel_id?: string | null;
  readonly suppress?: boolean | null;
  readonly request_to_speak_timestamp?: string | null;
}

/** "Set Voice Channel Status", documented since April 2026 and not in the published specification. */
const statusSchema = object({ status: optional(nullable(string().check(maxLength(500)))) });

/** Voice states (stages) and the status line of a voice channel. Moving and muting people is editing a member. */
export function voiceRoutes(routes: Routes): void {
  const { core } = routes;
  const { world, voice } = core;
  const stateOf = (call: Call, userId: string): VoiceState => {
    if (!world.guild(call.param('guildId')).members.has(call.actor.userId)) throw refuse.missingAccess();
    const state = voice.find(call.param('guildId'), userId);
    if (!state) throw refuse.unknownVoiceState();
    return state;
  };
  const onStage = (state: VoiceState, body: StageBody): void => {
    const channel = world.channel(state.channelId);
    const elsewhere = typeof body.channel_id === 'string' && body.channel_id !== channel.id;
    if (channel.type !== ChannelType.GuildStageVoice || elsewhere) throw refuse.wrongChannelType();
  };
  const mask = (call: Call, state: VoiceState): bigint =>
    permissionsIn(world, call.actor.userId, world.channel(state.channelId));

  routes.get('/guilds/:guildId/voice-states/:userId', (call) => {
    const own = call.param('userId') === '@me';
    return ok(voice.wire(stateOf(call, own ? call.actor.userId : call.param('userId'))));
  });

  routes.patch<StageBody>(
    '/guilds/:guildId/voice-states/@me',
    { schema: UpdateSelfVoiceStateRequestPartialSchema },
    (call) => {
      const state = stateOf(call, call.actor.userId);
      onStage(state, call.body);
      const { suppress, request_to_speak_timestamp: hand } = call.body;
      if (suppress === false && !has(mask(call, state), Bits.MuteMembers)) throw refuse.missingPermissions();
      if (hand && !has(mask(call, state), Bits.RequestToSpeak)) throw refuse.missingPermissions();
      if (typeof suppress === 'boolean') voice.setSuppressed(state, suppress);
      if (hand !== undefined) voice.raiseHand(state, hand);
      return noContent;
    },
  );

  routes.patch<StageBody>(
    '/guilds/:guildId/voice-states/:userId',
    { schema: UpdateVoiceStateRequestPartialSchema },
    (call) => {
      const state = stateOf(call, call.param('userId'));
      onStage(state, call.body);
      if (!has(mask(call, state), Bits.MuteMembers)) throw refuse.missingPermissions();
      if (typeof call.body.suppress === 'boolean') voice.setSuppressed(state, call.body.suppress);
      return noContent;
    },
  );

  routes.put<{ readonly status?: string | null }>(
    '/channels/:channelId/voice-status',
    { schema: statusSchema },
    (call) => {
      const channel = world.channel(call.param('channelId'));
      if (!voiceTypes.has(channel.type)) throw refuse.wrongChannelType();
      const inside = voice.inChannel(channel.id).some(({ userId }) => userId === call.actor.userId);
      const needed = Bits.SetVoiceChannelStatus | (inside ? 0n : Bits.ManageChannels);
      needIn(world, call.actor.userId, channel, needed);
      voice.setStatus(channel, call.body.status || null);
      return noContent;
    },
  );
}
