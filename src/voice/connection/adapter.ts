import type { DiscordGatewayAdapterCreator } from '@discordjs/voice';
import { GatewayOpcodes, type GatewayVoiceStateUpdate } from 'discord.js';
import { guardHandler, type OnFault } from './guards.ts';
import type { VoiceStateRequest } from './op4-gate.ts';

/**
 * An adapter through which @discordjs/voice hears the main gateway and cannot speak to it: the library answers almost
 * every close code with an op 4 of its own, at once and without end (spec 5, 1.3, 3). Every op 4 goes through the gate.
 * What the main gateway says is handed over without letting an error of the library into the gateway's own handler.
 */
export function listeningAdapter(
  creator: DiscordGatewayAdapterCreator,
  onFault: OnFault,
): DiscordGatewayAdapterCreator {
  return (library) => {
    const methods = { ...library };
    for (const name of ['onVoiceServerUpdate', 'onVoiceStateUpdate', 'destroy'])
      guardHandler(methods, name, onFault);
    const adapter = creator(methods);
    return { sendPayload: () => true, destroy: () => adapter.destroy() };
  };
}

/** The op 4 that asks the main gateway for a place in a voice channel, or gives it up. */
export function voiceStatePayload({ guildId, channelId, deaf }: VoiceStateRequest): GatewayVoiceStateUpdate {
  return {
    op: GatewayOpcodes.VoiceStateUpdate,
    d: { guild_id: guildId, channel_id: channelId, self_deaf: deaf, self_mute: false },
  };
}
