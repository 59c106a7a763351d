import { Refusal } from '../../refusal/refusal.ts';
import type { VoicePermission, VoicePlace } from './presence.ts';
import type { RoomWorld } from './supervisor.ts';

/** Without these, the bot can't be there at all. */
export const neededToBeThere: readonly VoicePermission[] = ['ViewChannel', 'Connect'];

/**
 * The permissions that the bot lacks to be heard in that channel. On a stage, it needs to be a moderator
 * (`MuteMembers`) or allowed to raise its hand (`RequestToSpeak`).
 */
function missingPermissions(place: VoicePlace): readonly VoicePermission[] {
  const missing = neededToBeThere.filter((permission) => !place.may(permission));
  if (place.kind === 'voice') return place.may('Speak') ? missing : [...missing, 'Speak'];
  const mayAsk = place.may('MuteMembers') || place.may('RequestToSpeak');
  return mayAsk ? missing : [...missing, 'RequestToSpeak'];
}

/**
 * Checks before joining, so that a refusal is immediate and specific.
 * @throws {Refusal} `bot-lacks-permissions`, `voice-full`, `voice-nobody-there`, `voice-unreachable`
 */
export function checkEntry(place: VoicePlace | undefined, channelId: string): void {
  if (!place) throw new Refusal({ code: 'voice-unreachable', channelId });
  const permissions = missingPermissions(place);
  if (permissions.length > 0) throw new Refusal({ code: 'bot-lacks-permissions', permissions, channelId });
  if (place.people.length === 0) throw new Refusal({ code: 'voice-nobody-there', channelId });
  const full = place.userLimit > 0 && place.occupants.length >= place.userLimit;
  // Without Move Members, a full channel doesn't answer at all (spec 5, 1.6).
  if (full && !place.may('MoveMembers')) throw new Refusal({ code: 'voice-full', channelId });
}

/** How long Discord has to confirm that the bot may speak. */
const answerWithinMs = 3_000;
const lookEveryMs = 50;

/**
 * On a stage, everybody arrives in the audience (spec 5, 1.6). When it joins, the bot lets itself speak if it's a stage
 * moderator; otherwise, it raises its hand. If it's moved back to the audience later, it stays there. Never rejects.
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
    log.warn({ err: error, guildId, channelId, how }, "couldn't become a speaker on a stage");
  }
}
