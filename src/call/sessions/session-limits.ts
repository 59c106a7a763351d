/** A session lives two hours at most, so it rests well before that, in a quiet moment (field notes 3). */
export const restAfterMs = 90 * 60_000;
/** So many failures in a row are the end: attempts to open one, and sessions that were lost soon. */
export const mostFailures = 8;
/** How much of what people say is kept until the service has it as a turn: as long as the longest turn. */
export const longestKeptMs = 60_000;
/** What was given longer ago can't be a sentence that someone is in the middle of. */
export const midSentenceMs = 5_000;
/** How much kept sound a connection is given at once; it drops what waits in it too long. */
export const mostUnsentMs = 1_000;
/** A person heard within this time is still speaking. */
export const speakingMs = 1_500;
/** How long a session may take to react to a turn, and then to being asked. */
export const patienceMs = 10_000;

/** With at least this share of the minute's connects left, there's no need to save any. */
const plenty = 0.5;
/** How many times longer a session is kept when no connects are left. */
const mostTimes = 3;

/**
 * How long a session stays open after its speaker's last word. An open session is charged by the minute, but the next
 * word costs a connect, so sessions are kept longer the fewer connects are left.
 * @param connectsLeft the share of a minute's connects, 0 to 1
 */
export function quietWhile(quietMs: number, connectsLeft: number): number {
  const scarcity = Math.max(0, 1 - connectsLeft / plenty);
  return quietMs * (1 + (mostTimes - 1) * scarcity);
}
