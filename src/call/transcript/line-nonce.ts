/** A line's id may be long, but Discord's nonces are short. */
export function lineNonce(callId: string, lineId: string): string {
  let hash = 5_381n;
  for (const character of lineId)
    hash = BigInt.asUintN(64, hash * 33n + BigInt(character.codePointAt(0) ?? 0));
  return `${callId.slice(-8)}${hash.toString(36)}`;
}
