import type { VoicePlace } from './presence.ts';
import type { RoomWorld } from './supervisor.ts';

/** How long Discord has to confirm that the bot may speak. */
const answerWithinMs = 3_000;
const lookEveryMs = 50;

/**
 * On a stage, everybody arrives in the audience (spec 5, 1.6). When it joins, the bot lets itself speak if it's a stage
 * moderator; otherwise, it raises its hand. If it's moved back to the audience later, it stays there. Never rejects.
 */
export async function takeStage(
  { presence, clock, log }: RoomWorld,
  { guildId, channelId, place }: { guildId: string; channelId: string; place: VoicePlace },
  askedIn: boolean,
): Promise<void> {
  const own = presence.own(guildId);
  if (!own.suppressed || own.handRaised) return;
  const how = askedIn && place.may('MuteMembers') ? 'speak' : 'raise-hand';
  if (how === 'raise-hand' && !place.may('RequestToSpeak')) return;
  try {
    await presence.takeStage(guildId, channelId, how);
    const isAnswered = () => {
      const now = presence.own(guildId);
      return !now.suppressed || (how === 'raise-hand' && now.handRaised);
    };
    const until = clock.now() + answerWithinMs;
    while (!isAnswered() && clock.now() < until) await clock.sleep(lookEveryMs);
  } catch (error) {
    log.warn({ err: error, guildId, channelId, how }, "couldn't become a speaker on a stage");
  }
}
