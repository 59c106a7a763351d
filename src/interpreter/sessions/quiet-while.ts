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
