import { refusalOf } from '../community/spending.ts';
import type { RoomFeature } from '../voice/room/feature.ts';
import type { RoomLease, VoiceRooms } from '../voice/room/types.ts';
import type { LiveBudget } from './live-budget.ts';
import type { CallBasics } from './types.ts';

interface RoomEntry {
  readonly rooms: VoiceRooms;
  readonly request: CallBasics;
  readonly feature: RoomFeature;
  readonly budget: LiveBudget;
  /** Whether people spoke to the call while the room couldn't be heard; asked once it can. */
  readonly missedWords: () => boolean;
  /** Aborts when the call is over. */
  readonly signal: AbortSignal;
}

/**
 * Pays for the first minute, then joins the channel without hearing anyone. If the call is stopped in between, the bot
 * leaves the room again.
 * @throws {Refusal} `quota-spent`, and the room's own refusals
 */
export async function enterRoom(entry: RoomEntry): Promise<RoomLease> {
  const { rooms, request, feature, budget, missedWords, signal } = entry;
  const { guildId, voiceChannelId, panelChannelId, publicLocale } = request;
  const spent = await budget.reserve();
  if (spent) throw refusalOf(spent, 60);
  signal.throwIfAborted();
  const lease = await rooms.enter({
    guildId,
    channelId: voiceChannelId,
    feature,
    notices: { channelId: panelChannelId, locale: publicLocale, missedWords },
    allowed: new Set(),
    signal,
  });
  if (signal.aborted) await lease.release();
  signal.throwIfAborted();
  return lease;
}
