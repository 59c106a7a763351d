import type { ChannelType, OverwriteType } from 'discord-api-types/v10';

export interface OverwriteBody {
  readonly id: string;
  readonly type?: OverwriteType | null;
  readonly allow?: string | number | null;
  readonly deny?: string | number | null;
}

/** The fields of creating and editing guild channels that the stand-in keeps. */
export interface ChannelBody {
  readonly name?: string | null;
  readonly type?: ChannelType | null;
  readonly topic?: string | null;
  readonly position?: number | null;
  readonly parent_id?: string | null;
  readonly nsfw?: boolean | null;
  readonly rate_limit_per_user?: number | null;
  readonly bitrate?: number | null;
  readonly user_limit?: number | null;
  readonly permission_overwrites?: readonly OverwriteBody[] | null;
  readonly available_tags?: readonly (TagBody | null)[] | null;
}

export interface TagBody {
  readonly id?: string | null;
  readonly name: string;
  readonly moderated?: boolean | null;
  readonly emoji_id?: string | null;
  readonly emoji_name?: string | null;
}
