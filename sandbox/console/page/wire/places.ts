import type { VoiceState } from './voice.ts';

/** Channel types of API v10 that the page tells apart. */
export const channelTypes = {
  text: 0,
  dm: 1,
  voice: 2,
  category: 4,
  announcement: 5,
  announcementThread: 10,
  publicThread: 11,
  privateThread: 12,
  stage: 13,
  forum: 15,
} as const;

export interface User {
  readonly id: string;
  readonly username: string;
  readonly global_name?: string | null;
  readonly avatar?: string | null;
  readonly bot?: boolean;
}

export interface Member {
  readonly user: User;
  readonly nick?: string | null;
  readonly roles: readonly string[];
}

export interface Role {
  readonly id: string;
  readonly name: string;
  /** 0xRRGGBB, 0 for none. */
  readonly color: number;
  readonly hoist?: boolean;
  readonly position: number;
  /** Bit set as a decimal string. */
  readonly permissions: string;
}

export interface PermissionOverwrite {
  readonly id: string;
  /** 0 role, 1 member. */
  readonly type: 0 | 1;
  readonly allow: string;
  readonly deny: string;
}

export interface Channel {
  readonly id: string;
  readonly type: number;
  readonly guild_id?: string;
  readonly name?: string | null;
  readonly topic?: string | null;
  readonly parent_id?: string | null;
  readonly position?: number;
  readonly recipients?: readonly User[];
  readonly last_message_id?: string | null;
  readonly permission_overwrites?: readonly PermissionOverwrite[];
  /** Of voice channels: how many people fit in; 0 for any number. */
  readonly user_limit?: number;
  /** Of voice channels: the line under the name. */
  readonly status?: string | null;
  readonly thread_metadata?: { readonly archived?: boolean; readonly locked?: boolean };
}

/** A guild as GUILD_CREATE and a person's READY carry it. */
export interface Guild {
  readonly id: string;
  readonly name: string;
  readonly icon?: string | null;
  readonly owner_id?: string;
  readonly channels?: readonly Channel[];
  readonly threads?: readonly Channel[];
  readonly roles?: readonly Role[];
  readonly members?: readonly Member[];
  readonly voice_states?: readonly VoiceState[];
  readonly unavailable?: boolean;
}
