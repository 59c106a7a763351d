import type { APIEmbed, APIOverwrite, ChannelType, MessageType } from 'discord-api-types/v10';
import type { JsonObject } from '../json.ts';

export interface User {
  readonly id: string;
  username: string;
  globalName: string | null;
  readonly bot: boolean;
}

export interface Role {
  readonly id: string;
  name: string;
  permissions: bigint;
  color: number;
  hoist: boolean;
  mentionable: boolean;
  position: number;
  /** The bot whose own role this is. */
  readonly managedBy?: string;
}

export interface Member {
  readonly userId: string;
  nick: string | null;
  roles: string[];
  readonly joinedAt: string;
  /** ISO time until which the member is timed out. */
  timeoutUntil: string | null;
  /** Muted and deafened by the server; stays when they leave and come back. */
  mute: boolean;
  deaf: boolean;
}

export interface Guild {
  readonly id: string;
  name: string;
  readonly ownerId: string;
  readonly locale: string;
  readonly roles: Map<string, Role>;
  readonly members: Map<string, Member>;
  readonly emojis: Map<string, Emoji>;
  /** User id → reason. */
  readonly bans: Map<string, string | null>;
}

/** A custom emoji of a guild, or of an application. */
export interface Emoji {
  readonly id: string;
  readonly creatorId: string;
  readonly animated: boolean;
  name: string;
  roles: readonly string[];
}

export interface Overwrite {
  readonly id: string;
  readonly type: APIOverwrite['type'];
  allow: bigint;
  deny: bigint;
}

export interface ThreadState {
  readonly ownerId: string;
  readonly createdAt: string;
  /** User id → ISO time of joining. */
  readonly members: Map<string, string>;
  archived: boolean;
  locked: boolean;
  invitable: boolean;
  archiveChangedAt: string;
  autoArchiveMinutes: number;
  appliedTags: string[];
}

/** What the posts of a forum can be marked with. */
export interface ForumTag {
  readonly id: string;
  readonly name: string;
  readonly moderated: boolean;
  readonly emojiId: string | null;
  readonly emojiName: string | null;
}

export interface Channel {
  readonly id: string;
  type: ChannelType;
  name: string;
  readonly guildId: string | null;
  parentId: string | null;
  position: number;
  topic: string | null;
  nsfw: boolean;
  slowmodeSeconds: number;
  bitrate: number;
  userLimit: number;
  /** The status line of a voice channel. */
  voiceStatus: string | null;
  readonly overwrites: Map<string, Overwrite>;
  /** Of a forum. */
  tags: readonly ForumTag[];
  lastMessageId: string | null;
  readonly thread?: ThreadState;
  /** The users of a DM. */
  readonly recipients?: readonly string[];
}

/** What makes an attachment a voice message: how long it is, and one byte a point of how loud, in base64. */
export interface VoiceNote {
  readonly durationSecs: number;
  readonly waveform: string;
}

/** A file as it was uploaded; its URL is signed again whenever it is shown. */
export interface StoredFile {
  readonly id: string;
  readonly channelId: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly title: string | null;
  readonly description: string | null;
  readonly spoiler: boolean;
  readonly width: number | null;
  readonly height: number | null;
  /** Uploaded with an interaction, not with a message. */
  readonly ephemeral: boolean;
  readonly voice?: VoiceNote | undefined;
}

export interface Mentions {
  readonly users: readonly string[];
  readonly roles: readonly string[];
  readonly everyone: boolean;
}

/** What posts into a channel without being a member: anyone with its token may use it. */
export interface Webhook {
  readonly id: string;
  readonly token: string;
  readonly guildId: string;
  readonly creatorId: string;
  /** The application that made it; null for a person's. */
  readonly applicationId: string | null;
  channelId: string;
  name: string;
  avatar: string | null;
}

/** Under which name and picture a webhook wrote a message. */
export interface WebhookAuthor {
  readonly webhookId: string;
  readonly name: string;
  readonly avatar: string | null;
}

/** An emoji on a message, with the ids of those who chose it. */
export interface Reaction {
  readonly emoji: { readonly id: string | null; readonly name: string; readonly animated?: boolean };
  readonly users: Set<string>;
}

export interface Message {
  readonly id: string;
  readonly channelId: string;
  readonly guildId: string | null;
  readonly authorId: string;
  readonly type: MessageType;
  readonly timestamp: string;
  /** Only this person sees it. */
  readonly audience?: string;
  readonly nonce?: string | number;
  readonly reference?: {
    readonly messageId: string;
    readonly channelId: string;
    /** What was forwarded, as it was then; a reply has none. */
    readonly snapshot?: Message;
  };
  readonly applicationId?: string;
  readonly webhook?: WebhookAuthor;
  /** Present on answers to interactions. */
  readonly interactionMetadata?: JsonObject;
  /** Present on first answers to commands. */
  readonly interaction?: JsonObject;
  readonly reactions: Reaction[];
  content: string;
  embeds: readonly APIEmbed[];
  components: readonly JsonObject[];
  files: readonly StoredFile[];
  flags: number;
  tts: boolean;
  mentions: Mentions;
  editedTimestamp: string | null;
  threadId?: string;
  /** ISO time at which it was pinned. */
  pinnedAt?: string;
}
