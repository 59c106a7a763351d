import { ApplicationCommandType, InteractionType } from 'discord-api-types/v10';
import type { Core } from '../core.ts';
import { type JsonObject, objectsIn, textIn } from '../json.ts';
import { userWire } from '../world/wire.ts';
import { integrationOwners } from './dispatch.ts';
import type { StoredInteraction } from './store.ts';

/** `interaction_metadata` of every message that an interaction led to ("Message Interaction Metadata Object"). */
export function metadataOf(core: Core, interaction: StoredInteraction): JsonObject {
  const { id, type, sourceMessage, openedBy, state } = interaction;
  return {
    id,
    type,
    user: userWire(core.world.user(interaction.userId)),
    authorizing_integration_owners: integrationOwners(interaction),
    ...('messageId' in state ? { original_response_message_id: state.messageId } : {}),
    ...(type === InteractionType.ApplicationCommand ? ofCommand(core, interaction.data) : {}),
    ...(type === InteractionType.MessageComponent ? { interacted_message_id: sourceMessage?.id } : {}),
    ...(openedBy ? { triggering_interaction_metadata: metadataOf(core, openedBy) } : {}),
  };
}

/** The older `interaction`, which is only in the first answer to a command ("Message Interaction Object"). */
export function invocationOf(
  core: Core,
  interaction: StoredInteraction,
): { readonly interaction?: JsonObject } {
  const { id, type, userId, data, state } = interaction;
  if (type !== InteractionType.ApplicationCommand || state.kind !== 'waiting') return {};
  return { interaction: { id, type, name: fullName(data), user: userWire(core.world.user(userId)) } };
}

function ofCommand(core: Core, data: JsonObject): JsonObject {
  const target = textIn(data.target_id) ?? '';
  return {
    ...(data.type === ApplicationCommandType.Message ? { target_message_id: target } : {}),
    ...(data.type === ApplicationCommandType.User ? { target_user: userWire(core.world.user(target)) } : {}),
  };
}

/** "Name of the application command, including subcommands and subcommand groups": `video text`. */
function fullName(data: JsonObject): string {
  const branch = objectsIn(data.options).find(({ type }) => type === 1 || type === 2);
  return branch ? `${textIn(data.name)} ${fullName(branch)}` : (textIn(data.name) ?? '');
}
