import type { ConnectionData, DAVESession, VoiceConnection } from '@discordjs/voice';
import { isSilence } from '../packets/audio.ts';
import { openDatagram, payloadOf, type RtpHeader, securityOf } from './rtp.ts';

/**
 * `opus`: sound; `inClear` proves nothing, because everybody ends with unencrypted silence. `empty`: only padding,
 * which keeps a stream alive. `pending`: encrypted for a session that isn't set up yet. `forged`: it's not from the
 * voice server. `failed`: its speaker didn't encrypt it for our keys.
 */
type Decrypted =
  | { readonly is: 'opus'; readonly packet: Buffer; readonly inClear: boolean }
  | { readonly is: 'empty' | 'pending' | 'forged' | 'failed' };

/**
 * Removes both encryptions of a datagram: the server's, and the speaker's own inside it (DAVE). Padding is removed
 * before the second, because a frame's mark is at its end, and a packet without a frame isn't a failure (spec 5, 1.2
 * and 1.3, 1 and 4). Never throws.
 */
export function decrypt(
  connection: VoiceConnection,
  header: RtpHeader,
  datagram: Buffer,
  userId: string,
): Decrypted {
  const security = securityOf(connection);
  if (!security) return { is: 'pending' };
  const opened = serverLayer(security.keys, header, datagram);
  if (!opened) return { is: 'forged' };
  const payload = payloadOf(header, opened);
  return payload.length > 0 ? speakerLayer(security.session, payload, userId) : { is: 'empty' };
}

function serverLayer(keys: ConnectionData, { clearBytes }: RtpHeader, datagram: Buffer): Buffer | undefined {
  try {
    return openDatagram(datagram, clearBytes, keys.encryptionMode, keys.secretKey);
  } catch {
    return undefined;
  }
}

function speakerLayer(session: DAVESession | undefined, payload: Buffer, userId: string): Decrypted {
  // A stage has no end-to-end encryption, so everything that its server lets through counts.
  const inClear = session !== undefined && session.protocolVersion > 0 && !isCiphertext(payload);
  if (!session || isSilence(payload)) return { is: 'opus', packet: payload, inClear };
  if (!session.session?.ready) {
    // Until then, the library lets everything through, including ciphertext.
    const pending = session.protocolVersion > 0 && !inClear;
    return pending ? { is: 'pending' } : { is: 'opus', packet: payload, inClear };
  }
  const packet = sessionDecrypts(session, payload, userId);
  if (!packet) return { is: 'failed' };
  return packet.length > 0 ? { is: 'opus', packet, inClear } : { is: 'empty' };
}

/** It throws where it should recover (spec 5, 1.3, 1). */
function sessionDecrypts(session: DAVESession, payload: Buffer, userId: string): Buffer | null {
  try {
    return session.decrypt(payload, userId);
  } catch {
    return null;
  }
}

/** Every end-to-end encrypted frame ends with this mark. */
function isCiphertext(payload: Buffer): boolean {
  return payload.length >= 2 && payload.readUInt16BE(payload.length - 2) === 0xfafa;
}

/**
 * Restarts the encrypted session. The library doesn't do that if the only transition was the first (spec 5, 1.3, 1).
 */
export function recoverSession(connection: VoiceConnection): void {
  const session = securityOf(connection)?.session;
  session?.recoverFromInvalidTransition(session.lastTransitionId ?? 0);
}

/** Whether the session's keys should work: it's set up, and isn't about to be set up again. */
export function isSecured(connection: VoiceConnection): boolean {
  const session = securityOf(connection)?.session;
  return session?.session?.ready === true && !session.reinitializing;
}
