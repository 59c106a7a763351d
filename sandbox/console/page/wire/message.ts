import type { MessageComponent } from './component.ts';
import type { Member, User } from './places.ts';

export const messageFlags = {
  crossposted: 1 << 0,
  suppressEmbeds: 1 << 2,
  ephemeral: 1 << 6,
  loading: 1 << 7,
  silent: 1 << 12,
  voiceMessage: 1 << 13,
  componentsV2: 1 << 15,
} as const;

/** Message types that are drawn otherwise than as a message someone wrote. */
export const messageTypes = {
  plain: 0,
  recipientAdd: 1,
  recipientRemove: 2,
  call: 3,
  channelNameChange: 4,
  pinned: 6,
  memberJoin: 7,
  threadCreated: 18,
  reply: 19,
  chatCommand: 20,
  contextCommand: 23,
} as const;

export interface Attachment {
  readonly id: string;
  readonly filename: string;
  readonly title?: string;
  readonly size: number;
  readonly url: string;
  readonly description?: string | null;
  readonly content_type?: string | null;
  readonly width?: number | null;
  readonly height?: number | null;
  readonly flags?: number;
  /** Of a voice message. */
  readonly duration_secs?: number;
  /** Of a voice message: one byte a point, in base64. */
  readonly waveform?: string;
}

export interface EmbedMedia {
  readonly url: string;
  readonly proxy_url?: string;
  readonly width?: number;
  readonly height?: number;
}

export interface Embed {
  readonly title?: string;
  readonly description?: string;
  readonly url?: string;
  readonly timestamp?: string;
  readonly color?: number;
  readonly footer?: { readonly text: string; readonly icon_url?: string };
  readonly author?: { readonly name: string; readonly url?: string; readonly icon_url?: string };
  readonly provider?: { readonly name?: string };
  readonly image?: EmbedMedia;
  readonly thumbnail?: EmbedMedia;
  readonly video?: EmbedMedia;
  readonly fields?: readonly { readonly name: string; readonly value: string; readonly inline?: boolean }[];
}

/** Both shapes that Discord has used for "someone used /command". */
export interface InvocationMetadata {
  readonly id: string;
  readonly type: number;
  readonly user: User;
  readonly name?: string;
  readonly command_type?: number;
  readonly target_user?: User;
}

export interface Message {
  readonly id: string;
  readonly channel_id: string;
  readonly guild_id?: string;
  readonly type: number;
  readonly author: User;
  readonly member?: Partial<Member>;
  readonly content: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly edited_timestamp?: string | null;
  readonly flags?: number;
  readonly nonce?: string | number;
  readonly mentions?: readonly User[];
  readonly mention_roles?: readonly string[];
  readonly mention_everyone?: boolean;
  readonly attachments?: readonly Attachment[];
  readonly embeds?: readonly Embed[];
  readonly components?: readonly MessageComponent[];
  readonly application_id?: string;
  readonly webhook_id?: string;
  readonly interaction?: {
    readonly id: string;
    readonly type: number;
    readonly name: string;
    readonly user: User;
  };
  readonly interaction_metadata?: InvocationMetadata;
  readonly message_reference?: { readonly message_id?: string; readonly channel_id?: string };
  readonly referenced_message?: Message | null;
  readonly thread?: { readonly id: string; readonly name?: string | null };
}

/** What a command of a context menu is used on. */
export type CommandTarget =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'user'; readonly user: User };
