import type { Channel } from '../wire/places.ts';
import { channelTypes } from '../wire/places.ts';
import { isThread } from './directory.ts';
import { compareIds } from './snowflake.ts';

export interface ListedChannel {
  readonly channel: Channel;
  readonly threads: readonly Channel[];
}

export interface ChannelSection {
  /** Absent for channels that stand above all categories. */
  readonly category: Channel | undefined;
  readonly channels: readonly ListedChannel[];
}

/** The channels of a guild as the list shows them: by category and position, voice below text, threads under their channel. */
export function channelSections(channels: Iterable<Channel>, guildId: string): readonly ChannelSection[] {
  const all = [...channels].filter((channel) => channel.guild_id === guildId);
  const listed = all
    .filter((channel) => channel.type !== channelTypes.category && !isThread(channel))
    .sort((a, b) => Number(isVoice(a)) - Number(isVoice(b)) || byPosition(a, b))
    .map((channel) => ({
      channel,
      threads: all
        .filter((thread) => isThread(thread) && thread.parent_id === channel.id && !isArchived(thread))
        .sort((a, b) => compareIds(a.id, b.id)),
    }));
  const categories = all.filter((channel) => channel.type === channelTypes.category).sort(byPosition);
  const known = new Set(categories.map((category) => category.id));
  const sections: ChannelSection[] = [
    { category: undefined, channels: listed.filter(({ channel }) => !known.has(channel.parent_id ?? '')) },
    ...categories.map((category) => ({
      category,
      channels: listed.filter(({ channel }) => channel.parent_id === category.id),
    })),
  ];
  return sections.filter((section) => section.channels.length > 0);
}

/** Direct messages, the one with the newest message first. */
export function directMessages(channels: Iterable<Channel>): readonly Channel[] {
  return [...channels]
    .filter((channel) => channel.type === channelTypes.dm)
    .sort((a, b) => compareIds(b.last_message_id ?? '0', a.last_message_id ?? '0'));
}

export function isVoice(channel: Channel): boolean {
  return channel.type === channelTypes.voice || channel.type === channelTypes.stage;
}

/** Whether the channel has a message stream of its own that the page opens. */
export function isReadable(channel: Channel): boolean {
  return (
    channel.type === channelTypes.text ||
    channel.type === channelTypes.announcement ||
    channel.type === channelTypes.dm ||
    isVoice(channel) ||
    isThread(channel)
  );
}

function isArchived(thread: Channel): boolean {
  return thread.thread_metadata?.archived === true;
}

function byPosition(a: Channel, b: Channel): number {
  return (a.position ?? 0) - (b.position ?? 0) || compareIds(a.id, b.id);
}
