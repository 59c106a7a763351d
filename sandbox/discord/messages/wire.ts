import { type APIEmbed, ComponentType, GatewayIntentBits } from 'discord-api-types/v10';
import type { Core } from '../core.ts';
import { webhookAuthorWire } from '../extras/webhook-wire.ts';
import type { Viewer } from '../gateway/protocol.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import type { Message, StoredFile } from '../world/model.ts';
import { places } from '../world/places.ts';
import { channelWire, memberWithoutUser, userWire } from '../world/wire.ts';
import { attachmentName } from './components.ts';
import { filesShownIn } from './embeds.ts';
import { reactionsWire } from './reaction-wire.ts';

/** A message object as documented. `viewer` decides whether the Message Content intent hides what it says. */
export function messageWire(core: Core, message: Message, viewer?: Viewer): JsonObject {
  const { world } = core;
  const hidden = viewer !== undefined && isHiddenFrom(message, viewer);
  const inEmbeds = filesShownIn(message.embeds);
  const listed = message.files.filter((file) => !inEmbeds.has(file.filename));
  const thread = message.threadId === undefined ? undefined : world.channels.get(message.threadId);
  return {
    id: message.id,
    channel_id: message.channelId,
    type: message.type,
    author: message.webhook ? webhookAuthorWire(message.webhook) : userWire(world.user(message.authorId)),
    content: hidden ? '' : message.content,
    embeds: hidden ? [] : message.embeds.map((embed) => embedWire(core, message, embed)),
    components: hidden ? [] : message.components.map((component) => componentWire(core, message, component)),
    attachments: hidden ? [] : listed.map((file) => core.files.wire(file)),
    mentions: message.mentions.users.map((id) => userWire(world.user(id))),
    mention_roles: message.mentions.roles,
    mention_everyone: message.mentions.everyone,
    pinned: message.pinnedAt !== undefined,
    tts: message.tts,
    flags: message.flags,
    timestamp: message.timestamp,
    edited_timestamp: message.editedTimestamp,
    ...(message.nonce === undefined ? {} : { nonce: message.nonce }),
    ...(message.applicationId === undefined ? {} : { application_id: message.applicationId }),
    ...webhookIdOf(message),
    ...(message.interactionMetadata === undefined
      ? {}
      : { interaction_metadata: message.interactionMetadata }),
    ...(message.interaction === undefined ? {} : { interaction: message.interaction }),
    ...(thread ? { thread: channelWire(world, thread) } : {}),
    ...reactionsWire(message, viewer?.userId ?? places.botUserId),
    ...replyWire(core, message, viewer),
  };
}

/** Answers to interactions come from a webhook, too: the application's own. */
function webhookIdOf({ webhook, applicationId }: Message): JsonObject {
  const id = webhook?.webhookId ?? applicationId;
  return id === undefined ? {} : { webhook_id: id };
}

const snapshotFields = [
  'type',
  'content',
  'mentions',
  'mention_roles',
  'attachments',
  'embeds',
  'timestamp',
  'edited_timestamp',
  'flags',
  'components',
] as const;

function replyWire(core: Core, message: Message, viewer: Viewer | undefined): JsonObject {
  const { reference } = message;
  if (!reference) return {};
  if (reference.snapshot) return forwardWire(core, reference.snapshot, viewer);
  const target = core.world.findMessage(reference.channelId, reference.messageId);
  // What an app answers itself brings nothing that it may not read.
  const isBrought =
    core.settings.repliesBringContent &&
    viewer &&
    message.authorId !== viewer.userId &&
    !isHiddenFrom(message, viewer);
  const seeing = isBrought
    ? { ...viewer, intents: viewer.intents | GatewayIntentBits.MessageContent }
    : viewer;
  return {
    message_reference: {
      type: 0,
      message_id: reference.messageId,
      channel_id: reference.channelId,
      ...(message.guildId === null ? {} : { guild_id: message.guildId }),
    },
    referenced_message: target
      ? messageWire(core, { ...target, reference: undefined, reactions: [] } as Message, seeing)
      : null,
  };
}

/** What's left of a forwarded message ("Message Snapshot"): nothing about its author. */
function forwardWire(core: Core, source: Message, viewer: Viewer | undefined): JsonObject {
  const wire = messageWire(core, source, viewer);
  const message = Object.fromEntries(snapshotFields.map((field) => [field, wire[field]]));
  return {
    message_reference: {
      type: 1,
      message_id: source.id,
      channel_id: source.channelId,
      ...(source.guildId === null ? {} : { guild_id: source.guildId }),
    },
    message_snapshots: [{ message }],
  };
}

/** What a message event adds to the message object: guild and the author's member object. */
export function messageEventWire(core: Core, message: Message, viewer: Viewer): JsonObject {
  const guild = message.guildId === null ? undefined : core.world.guilds.get(message.guildId);
  const member = guild?.members.get(message.authorId);
  const wire = messageWire(core, message, viewer);
  if (!guild) return wire;
  const mentions = objectsIn(wire.mentions).map((user) => {
    const mentioned = guild.members.get(String(user.id));
    return mentioned ? { ...user, member: memberWithoutUser(mentioned) } : user;
  });
  return { ...wire, mentions, guild_id: guild.id, ...(member ? { member: memberWithoutUser(member) } : {}) };
}

/** Without Message Content a bot reads its own messages, direct messages and those that mention it. */
function isHiddenFrom(message: Message, viewer: Viewer): boolean {
  if (!viewer.isBot || (viewer.intents & GatewayIntentBits.MessageContent) !== 0) return false;
  return (
    message.authorId !== viewer.userId &&
    message.guildId !== null &&
    !message.mentions.users.includes(viewer.userId)
  );
}

function fileNamed(message: Message, url: unknown): StoredFile | undefined {
  const name = typeof url === 'string' ? attachmentName(url) : undefined;
  return name === undefined ? undefined : message.files.find((file) => file.filename === name);
}

function embedWire(core: Core, message: Message, embed: APIEmbed): JsonObject {
  const media = (part: { url?: string | undefined } | undefined): JsonObject | undefined => {
    const file = fileNamed(message, part?.url);
    if (!part?.url) return undefined;
    const url = file ? core.files.url(file) : part.url;
    return {
      ...part,
      url,
      proxy_url: url,
      ...(file?.width ? { width: file.width, height: file.height } : {}),
    };
  };
  const icon = <Part extends { icon_url?: string | undefined }>(
    part: Part | undefined,
  ): JsonObject | undefined => {
    const file = fileNamed(message, part?.icon_url);
    return (
      part && {
        ...part,
        ...(file ? { icon_url: core.files.url(file), proxy_icon_url: core.files.url(file) } : {}),
      }
    );
  };
  const wire: Record<string, unknown> = {
    type: 'rich',
    ...embed,
    image: media(embed.image),
    thumbnail: media(embed.thumbnail),
    footer: icon(embed.footer),
    author: icon(embed.author),
    fields: embed.fields?.map((field) => ({ ...field, inline: field.inline ?? false })),
  };
  return Object.fromEntries(
    Object.entries(wire).filter(([, value]) => value !== undefined && value !== null),
  );
}

function componentWire(core: Core, message: Message, component: JsonObject): JsonObject {
  const copy: Record<string, unknown> = { ...wholeOf(component) };
  for (const key of ['media', 'file'] as const) {
    const media = component[key];
    if (isObject(media)) copy[key] = mediaWire(core, message, media);
  }
  const file = isObject(component.file) ? fileNamed(message, component.file.url) : undefined;
  if (file) Object.assign(copy, { name: file.filename, size: file.bytes.length });
  if (Array.isArray(component.items))
    copy.items = objectsIn(component.items).map((item) => ({
      description: null,
      spoiler: false,
      ...item,
      media: isObject(item.media) ? mediaWire(core, message, item.media) : undefined,
    }));
  if (Array.isArray(component.components))
    copy.components = objectsIn(component.components).map((inner) => componentWire(core, message, inner));
  if (isObject(component.accessory)) copy.accessory = componentWire(core, message, component.accessory);
  return copy;
}

/** What Discord adds to a component if its sender left it out, and leaves out if it's null. */
const defaults: Readonly<Record<number, JsonObject>> = {
  [ComponentType.StringSelect]: { min_values: 1, max_values: 1 },
  [ComponentType.UserSelect]: { min_values: 1, max_values: 1 },
  [ComponentType.RoleSelect]: { min_values: 1, max_values: 1 },
  [ComponentType.MentionableSelect]: { min_values: 1, max_values: 1 },
  [ComponentType.ChannelSelect]: { min_values: 1, max_values: 1 },
  [ComponentType.Thumbnail]: { description: null, spoiler: false },
  [ComponentType.File]: { spoiler: false },
  [ComponentType.Separator]: { divider: true, spacing: 1 },
  [ComponentType.Container]: { accent_color: null, spoiler: false },
};

function wholeOf(component: JsonObject): JsonObject {
  const given = Object.entries(component).filter(([, value]) => value !== null && value !== undefined);
  return { ...defaults[Number(component.type)], ...Object.fromEntries(given) };
}

function mediaWire(core: Core, message: Message, media: JsonObject): JsonObject {
  const file = fileNamed(message, media.url);
  if (!file) return { ...media, proxy_url: media.url, loading_state: 2, flags: 0 };
  const url = core.files.url(file);
  return {
    id: file.id,
    url,
    proxy_url: url,
    width: file.width,
    height: file.height,
    content_type: file.contentType,
    loading_state: 2,
    flags: 0,
    attachment_id: file.id,
  };
}

/** What a viewer may read over REST: for the bot, by the intents switched on for its application. */
export function restViewer(
  core: Core,
  actor: { readonly userId: string; readonly isBot: boolean } = { userId: places.botUserId, isBot: true },
): Viewer {
  const granted = core.settings.privilegedIntents.has('MessageContent');
  return { ...actor, intents: granted ? GatewayIntentBits.MessageContent : 0 };
}
