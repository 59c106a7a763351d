import { getCiphers } from 'node:crypto';

/** Something that voice needs isn't installed. Without it, the first packet to some servers would end the process. */
export class CipherError extends Error {
  override readonly name = 'CipherError';
}

/** Where @discordjs/voice looks for XChaCha20, and how we install it. */
const xChaCha20 = '@noble/ciphers/chacha.js';

/**
 * Discord offers XChaCha20 everywhere and AES-256-GCM on some hardware. @discordjs/voice only notices a missing cipher
 * when it sends the first packet, from a timer (spec 5, 1.3, 6), so this checks at start.
 * @throws {CipherError}
 */
export async function checkCiphers(
  load: (name: string) => Promise<unknown> = (name) => import(name),
  ciphers: readonly string[] = getCiphers(),
): Promise<void> {
  try {
    await load(xChaCha20);
  } catch (error) {
    throw new CipherError("Can't load the package @noble/ciphers, which voice needs. Run `npm ci` again.", {
      cause: error,
    });
  }
  if (!ciphers.includes('aes-256-gcm'))
    throw new CipherError('This Node.js has no AES-256-GCM, which most voice servers ask for.');
}
