import { ApplicationCommandType, InteractionType, PermissionFlagsBits } from 'discord-api-types/v10';
import { z } from 'zod';
import type { Upload } from '../attachments.ts';
import { mayUse } from '../commands/index-for-people.ts';
import type { Core } from '../core.ts';
import { FormErrors, invalidForm, refuse } from '../errors.ts';
import { type JsonObject, objectsIn } from '../json.ts';
import { isSeenBy } from '../messages/post.ts';
import { needIn } from '../permissions.ts';
import type { Channel, Message } from '../world/model.ts';
import { checkClick } from './component-use.ts';
import { dispatchInteraction } from './dispatch.ts';
import { checkedModal } from './modal-values.ts';
import { checkedOptions } from './options.ts';
import { Resolved } from './resolved.ts';
import type { StoredInteraction } from './store.ts';

const frame = {
  application_id: z.string(),
  guild_id: z.string().nullish(),
  channel_id: z.string(),
  session_id: z.string().nullish(),
  nonce: z.union([z.string(), z.number()]).nullish(),
};

const option: z.ZodType<JsonObject> = z.record(z.string(), z.unknown());

const commandData = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  type: z.number().int().default(ApplicationCommandType.ChatInput),
  options: z.array(option).default([]),
  target_id: z.string().nullish(),
});

/** What a person's client posts to `/interactions`, by type: command, component, autocomplete, modal. */
const requestSchema = z.discriminatedUnion('type', [
  z.object({ ...frame, type: z.literal(InteractionType.ApplicationCommand), data: commandData }),
  z.object({ ...frame, type: z.literal(InteractionType.ApplicationCommandAutocomplete), data: commandData }),
  z.object({
    ...frame,
    type: z.literal(InteractionType.MessageComponent),
    message_id: z.string(),
    data: z.object({
      component_type: z.number().int(),
      custom_id: z.string(),
      values: z.array(z.string()).optional(),
    }),
  }),
  z.object({
    ...frame,
    type: z.literal(InteractionType.ModalSubmit),
    data: z.object({ id: z.string(), custom_id: z.string(), components: z.array(option) }),
  }),
]);

type InvokeRequest = z.infer<typeof requestSchema>;
type CommandRequest = Extract<InvokeRequest, { data: { version: string } }>;

export interface Invoker {
  readonly userId: string;
  readonly locale: string;
  readonly uploads: ReadonlyMap<string, Upload>;
}

/** `POST /interactions`: what a person does, checked like Discord does before the bot hears about it. */
export function invoke(core: Core, invoker: Invoker, body: unknown): StoredInteraction {
  const request = parse(body);
  const channel = core.world.channel(request.channel_id);
  needIn(core.world, invoker.userId, channel, PermissionFlagsBits.ViewChannel);
  const shared = {
    userId: invoker.userId,
    channel,
    locale: invoker.locale,
    nonce: request.nonce === null || request.nonce === undefined ? undefined : String(request.nonce),
  };
  switch (request.type) {
    case InteractionType.ApplicationCommand:
    case InteractionType.ApplicationCommandAutocomplete:
      return dispatchInteraction(core, {
        ...shared,
        type: request.type,
        data: command(core, invoker, channel, request),
      });
    case InteractionType.MessageComponent: {
      const sourceMessage = messageFor(core, invoker.userId, channel, request.message_id);
      const data = checkClick(core, invoker.userId, channel, sourceMessage, request.data);
      return dispatchInteraction(core, { ...shared, type: request.type, data, sourceMessage });
    }
    case InteractionType.ModalSubmit: {
      const modal = core.interactions.modals.get(request.data.id);
      if (modal?.customId !== request.data.custom_id || modal.interaction.userId !== invoker.userId)
        throw refuse.unknownInteraction();
      const data = checkedModal(core, { ...invoker, channel }, modal, request.data.components);
      core.interactions.modals.delete(request.data.id);
      const { sourceMessage } = modal.interaction;
      return dispatchInteraction(core, {
        ...shared,
        type: request.type,
        data,
        sourceMessage,
        openedBy: modal.interaction,
      });
    }
  }
}

function parse(body: unknown): InvokeRequest {
  const parsed = requestSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const errors = new FormErrors();
  for (const issue of parsed.error.issues)
    errors.add(
      issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
      'BASE_TYPE_INVALID',
      issue.message,
    );
  errors.throwIfAny();
  throw refuse.invalidJson();
}

function command(core: Core, invoker: Invoker, channel: Channel, request: CommandRequest): JsonObject {
  const { data } = request;
  const known = core.commands.reachable(channel.guildId, data.id);
  if (!known || known.name !== data.name || known.type !== data.type) throw refuse.unknownCommand();
  if (known.wire.version !== data.version)
    throw invalidForm(
      ['data'],
      'INTERACTION_APPLICATION_COMMAND_INVALID_VERSION',
      'This command is outdated, please try again in a few minutes',
    );
  if (!mayUse(core, invoker.userId, known, channel.guildId, channel)) throw refuse.missingPermissions();
  const shared = {
    id: known.id,
    name: known.name,
    type: known.type,
    ...(known.guildId === null ? {} : { guild_id: known.guildId }),
  };
  if (known.type !== ApplicationCommandType.ChatInput)
    return { ...shared, ...target(core, invoker.userId, channel, known.type, data.target_id ?? '') };
  const unfinished = request.type === InteractionType.ApplicationCommandAutocomplete;
  const input = { core, channel, userId: invoker.userId, uploads: invoker.uploads, unfinished };
  const { options, resolved } = checkedOptions(input, objectsIn(known.wire.options), data.options);
  return { ...shared, ...(options.length > 0 ? { options } : {}), ...resolved.wire() };
}

function target(
  core: Core,
  userId: string,
  channel: Channel,
  type: ApplicationCommandType,
  id: string,
): JsonObject {
  const resolved = new Resolved(core, channel, userId);
  if (type === ApplicationCommandType.Message) resolved.addMessage(messageFor(core, userId, channel, id));
  else if (!resolved.addUser(id)) throw refuse.unknownUser();
  return { target_id: id, ...resolved.wire() };
}

function messageFor(core: Core, userId: string, channel: Channel, id: string): Message {
  const message = core.world.findMessage(channel.id, id);
  if (!message || !isSeenBy(core, message, userId)) throw refuse.unknownMessage();
  return message;
}
