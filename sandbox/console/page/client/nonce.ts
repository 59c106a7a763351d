const discordEpochMs = 1_420_070_400_000;
let counter = 0n;

/** A nonce as the chat clients make them: an id of this moment, decimal, under 25 characters. */
export function nextNonce(nowMs = Date.now()): string {
  counter = (counter + 1n) & 0x3f_ffffn;
  return ((BigInt(nowMs - discordEpochMs) << 22n) | counter).toString();
}
