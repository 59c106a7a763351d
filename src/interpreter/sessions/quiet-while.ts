/** From that share of a minute's connects on there are plenty. */
const plenty = 0.5;
/** How many times as long a session is kept when no connect is left. */
const mostTimes = 3;

/**
 * How long a session stays open after its speaker's last word. An open one is charged by the minute and the next word costs
 * a connect, so it's closed soon while the account has connects, and kept longer the fewer are left.
 * @param connectsLeft the share of a minute's connects, 0 to 1
 */
export function quietWhile(quietMs: number, connectsLeft: number): number {
  const scarcity = Math.max(0, 1 - connectsLeft / plenty);
  return quietMs * (1 + (mostTimes - 1) * scarcity);
}
