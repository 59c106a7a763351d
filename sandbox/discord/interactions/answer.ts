import {
  ApplicationCommandType,
  InteractionType,
  MessageFlags,
  MessageType,
  InteractionResponseType as Reply,
} from 'discord-api-types/v10';
import type { Upload } from '../attachments.ts';
import type { Core } from '../core.ts';
import { invalidForm, refuse } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { numbered } from '../messages/components.ts';
import { type Composed, compose, type MessageBody } from '../messages/compose.ts';
import { type Frame, post, revise } from '../messages/post.ts';
import type { Message } from '../world/model.ts';
import { places } from '../world/places.ts';
import { checkChoices } from './choice-rules.ts';
import { invocationOf, metadataOf } from './metadata.ts';
import { checkModal } from './modal-rules.ts';
import type { StoredInteraction } from './store.ts';

export interface ReplyBody {
  readonly type: Reply;
  readonly data?: (MessageBody & ModalBody & { readonly choices?: readonly JsonObject[] }) | null;
}

interface ModalBody {
  readonly custom_id?: string;
  readonly title?: string;
}

type Uploads = ReadonlyMap<string, Upload>;

/** Which first answers Discord takes for each kind of interaction. */
const allowed: Readonly<Record<InteractionType, readonly Reply[]>> = {
  [InteractionType.Ping]: [Reply.Pong],
  [InteractionType.ApplicationCommand]: [
    Reply.ChannelMessageWithSource,
    Reply.DeferredChannelMessageWithSource,
    Reply.Modal,
  ],
  [InteractionType.MessageComponent]: [
    Reply.ChannelMessageWithSource,
    Reply.DeferredChannelMessageWithSource,
    Reply.DeferredMessageUpdate,
    Reply.UpdateMessage,
    Reply.Modal,
  ],
  [InteractionType.ApplicationCommandAutocomplete]: [Reply.ApplicationCommandAutocompleteResult],
  [InteractionType.ModalSubmit]: [
    Reply.ChannelMessageWithSource,
    Reply.DeferredChannelMessageWithSource,
    Reply.DeferredMessageUpdate,
    Reply.UpdateMessage,
  ],
};

/** The first answer to an interaction. Returns the message it made or changed. */
export function answer(
  core: Core,
  interaction: StoredInteraction,
  body: ReplyBody,
  uploads: Uploads,
): Message | undefined {
  const fitting = allowed[interaction.type];
  const needsMessage = body.type === Reply.DeferredMessageUpdate || body.type === Reply.UpdateMessage;
  if (!fitting.includes(body.type) || (needsMessage && !interaction.sourceMessage))
    throw invalidForm(['type'], 'BASE_TYPE_CHOICES', `Value must be one of (${fitting.join(', ')}).`);
  if (body.type === Reply.Modal) checkModal(body.data?.components ?? []);
  if (body.type === Reply.ApplicationCommandAutocompleteResult)
    checkChoices(interaction.data.options, body.data?.choices ?? []);
  const message = act(core, interaction, body, uploads);
  tellPerson(core, interaction, body);
  return message;
}

function act(
  core: Core,
  interaction: StoredInteraction,
  body: ReplyBody,
  uploads: Uploads,
): Message | undefined {
  const { interactions } = core;
  const data = body.data ?? {};
  switch (body.type) {
    case Reply.ChannelMessageWithSource: {
      const message = say(core, interaction, data, uploads, firstFrame(interaction));
      interactions.settle(interaction, { kind: 'replied', messageId: message.id });
      return message;
    }
    case Reply.DeferredChannelMessageWithSource: {
      const message = defer(core, interaction, ((data.flags ?? 0) & MessageFlags.Ephemeral) !== 0);
      interactions.settle(interaction, { kind: 'deferred', messageId: message.id });
      return message;
    }
    case Reply.UpdateMessage: {
      const message = update(core, interaction, data, uploads);
      interactions.settle(interaction, { kind: 'updated' });
      return message;
    }
    case Reply.DeferredMessageUpdate:
      interactions.settle(interaction, { kind: 'deferred-update' });
      return interaction.sourceMessage;
    case Reply.Modal:
      interactions.settle(interaction, { kind: 'modal' });
      return undefined;
    case Reply.ApplicationCommandAutocompleteResult:
      interactions.settle(interaction, { kind: 'choices' });
      return undefined;
    default:
      interactions.settle(interaction, { kind: 'pong' });
      return undefined;
  }
}

function tellPerson(core: Core, interaction: StoredInteraction, body: ReplyBody): void {
  const { id, userId } = interaction;
  const nonce = interaction.nonce ?? null;
  if (body.type === Reply.ApplicationCommandAutocompleteResult) {
    core.hub.tell(userId, 'APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE', {
      nonce,
      choices: body.data?.choices ?? [],
    });
  } else if (body.type === Reply.Modal) {
    const customId = body.data?.custom_id ?? '';
    const components = numbered(body.data?.components ?? []);
    core.interactions.modals.set(id, { interaction, customId, components });
    core.hub.tell(userId, 'INTERACTION_MODAL_CREATE', {
      id,
      nonce,
      channel_id: interaction.channelId,
      custom_id: customId,
      title: body.data?.title,
      components,
      application: { id: places.applicationId, name: core.world.user(places.botUserId).username, icon: null },
    });
  } else {
    core.hub.tell(userId, 'INTERACTION_SUCCESS', { id, nonce });
  }
}

/** Sends a message as the answer to an interaction; `flags` 64 shows it to the requester alone. */
export function say(
  core: Core,
  interaction: StoredInteraction,
  data: MessageBody,
  uploads: Uploads,
  more: Frame,
): Message {
  const channel = core.world.channel(interaction.channelId);
  const composed = compose(core, {
    body: data,
    uploads,
    channel,
    authorId: places.botUserId,
    origin: 'interaction',
  });
  const ephemeral = ((data.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
  return postAnswer(core, interaction, composed, ephemeral, more);
}

function defer(core: Core, interaction: StoredInteraction, ephemeral: boolean): Message {
  const empty: Composed = {
    content: '',
    embeds: [],
    components: [],
    files: [],
    flags: MessageFlags.Loading,
    tts: false,
    mentions: { users: [], roles: [], everyone: false },
  };
  return postAnswer(core, interaction, empty, ephemeral, firstFrame(interaction));
}

function postAnswer(
  core: Core,
  interaction: StoredInteraction,
  composed: Composed,
  ephemeral: boolean,
  more: Frame,
): Message {
  const flags = composed.flags | (ephemeral ? MessageFlags.Ephemeral : 0);
  return post(
    core,
    interaction.channelId,
    places.botUserId,
    { ...composed, flags },
    {
      ...more,
      ...(ephemeral ? { audience: interaction.userId } : {}),
      applicationId: places.applicationId,
      interactionMetadata: metadataOf(core, interaction),
      ...invocationOf(core, interaction),
    },
  );
}

/** Edits a message of this interaction; the first edit of a deferral fills it. */
export function amend(core: Core, message: Message, data: MessageBody, uploads: Uploads): void {
  const channel = core.world.channel(message.channelId);
  const composed = compose(core, {
    body: data,
    uploads,
    channel,
    authorId: message.authorId,
    origin: 'interaction',
    previous: message,
  });
  const wasLoading = (message.flags & MessageFlags.Loading) !== 0;
  revise(core, message, { ...composed, flags: composed.flags & ~MessageFlags.Loading }, !wasLoading);
}

function update(core: Core, interaction: StoredInteraction, data: MessageBody, uploads: Uploads): Message {
  const source = interaction.sourceMessage;
  if (!source || core.world.findMessage(source.channelId, source.id) !== source)
    throw refuse.unknownMessage();
  amend(core, source, data, uploads);
  return source;
}

function firstFrame(interaction: StoredInteraction): Frame {
  const { type, sourceMessage, data } = interaction;
  if (type === InteractionType.ApplicationCommand) {
    if (data.type === ApplicationCommandType.ChatInput) return { type: MessageType.ChatInputCommand };
    const shared = { type: MessageType.ContextMenuCommand };
    if (data.type !== ApplicationCommandType.Message) return shared;
    return { ...shared, reference: { messageId: String(data.target_id), channelId: interaction.channelId } };
  }
  return replyFrame(sourceMessage);
}

export function replyFrame(to: Message | undefined): Frame {
  if (!to) return { type: MessageType.Default };
  return { type: MessageType.Reply, reference: { messageId: to.id, channelId: to.channelId } };
}
