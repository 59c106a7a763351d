import { InteractionContextType, InteractionType } from 'discord-api-types/v10';
import type { Core } from '../core.ts';
import type { JsonObject } from '../json.ts';
import { messageWire } from '../messages/wire.ts';
import { permissionsIn } from '../permissions.ts';
import type { Channel, Message } from '../world/model.ts';
import { places } from '../world/places.ts';
import { channelWire, interactionMember, userWire } from '../world/wire.ts';
import type { StoredInteraction } from './store.ts';

export interface Invocation {
  readonly type: InteractionType;
  readonly userId: string;
  readonly channel: Channel;
  readonly data: JsonObject;
  readonly locale: string;
  readonly nonce?: string | undefined;
  readonly sourceMessage?: Message | undefined;
  readonly openedBy?: StoredInteraction | undefined;
}

/** Hands an interaction to the bot and tells the person's clients its id. */
export function dispatchInteraction(core: Core, invocation: Invocation): StoredInteraction {
  const { type, userId, channel, nonce } = invocation;
  const interaction = core.interactions.add(
    {
      type,
      userId,
      channelId: channel.id,
      guildId: channel.guildId,
      nonce,
      data: invocation.data,
      sourceMessage: invocation.sourceMessage,
      openedBy: invocation.openedBy,
    },
    (unanswered) => failed(core, unanswered),
  );
  if (type !== InteractionType.ApplicationCommandAutocomplete)
    core.hub.tell(userId, 'INTERACTION_CREATE', { id: interaction.id, nonce: nonce ?? null });
  core.hub.tell(places.botUserId, 'INTERACTION_CREATE', payloadOf(core, interaction, invocation));
  return interaction;
}

function failed(core: Core, { id, nonce, userId }: StoredInteraction): void {
  core.hub.tell(userId, 'INTERACTION_FAILURE', { id, nonce: nonce ?? null, reason_code: 2 });
}

function payloadOf(core: Core, interaction: StoredInteraction, invocation: Invocation): JsonObject {
  const { world, settings } = core;
  const { channel, userId, sourceMessage } = invocation;
  const guild = channel.guildId === null ? undefined : world.guild(channel.guildId);
  const user = userWire(world.user(userId));
  return {
    id: interaction.id,
    application_id: places.applicationId,
    type: interaction.type,
    token: interaction.token,
    version: 1,
    data: invocation.data,
    channel_id: channel.id,
    channel: {
      ...channelWire(world, channel, userId),
      permissions: String(permissionsIn(world, userId, channel)),
    },
    app_permissions: String(permissionsIn(world, places.botUserId, channel)),
    locale: invocation.locale,
    entitlements: [],
    entitlement_sku_ids: [],
    authorizing_integration_owners: integrationOwners(channel),
    context: guild ? InteractionContextType.Guild : InteractionContextType.BotDM,
    attachment_size_limit: settings.attachmentLimitBytes,
    ...(guild
      ? {
          guild_id: guild.id,
          guild: { id: guild.id, locale: guild.locale, features: [] },
          guild_locale: guild.locale,
          member: interactionMember(world, channel, userId),
        }
      : { user }),
    ...(sourceMessage ? { message: messageWire(core, sourceMessage) } : {}),
  };
}

/** Installed to the guild: its id; used in the bot's DM: "0". */
export function integrationOwners(channel: Pick<Channel, 'guildId'>): JsonObject {
  return { '0': channel.guildId ?? '0' };
}
