import type { RoomWorld } from './supervisor.ts';

/** How long Discord has to say that the bot may speak now. */
const answerWithinMs = 3_000;
const lookEveryMs = 50;

/**
 * On a stage everybody arrives in the audience (spec 5, 1.6). A moderator of it lets itself speak when it was just asked
 * in; others raise their hand. Put back into the audience later, the bot stays there. Never rejects.
 */
export async function takeStage(
  { presence, clock, log }: RoomWorld,
  guildId: string,
  channelId: string,
  askedIn: boolean,
): Promise<void> {
  const place = presence.place(guildId, channelId);
  const own = presence.own(guildId);
  if (place?.kind !== 'stage' || !own.suppressed || own.handRaised) return;
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
    log.warn({ err: error, guildId, channelId, how }, 'could not take the stage');
  }
}
