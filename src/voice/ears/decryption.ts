import type { ConnectionData, DAVESession, VoiceConnection } from '@discordjs/voice';
import { isSilence } from '../packets/audio.ts';
import { openDatagram, payloadOf, type RtpHeader, securityOf } from './rtp.ts';

/**
 * `opus`: sound, which `inClear` proves nothing: everybody ends what they say with silence that is not encrypted.
 * `empty`: padding only, which keeps a stream alive. `pending`: encrypted for a session that is not set up yet.
 * `forged`: the voice server did not send it. `failed`: its speaker did not encrypt it for our keys.
 */
type Decrypted =
  | { readonly is: 'opus'; readonly packet: Buffer; readonly inClear: boolean }
  | { readonly is: 'empty' | 'pending' | 'forged' | 'failed' };

/**
 * Undoes both encryptions of a datagram, the server's and, inside of it, the speakers' own (DAVE). Padding goes before
 * the second: a frame's mark is at its end, and a packet without a frame is no failure (spec 5, 1.2 and 1.3, 1 and 4).
 * Never throws.
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
  // A stage has no encryption of its speakers' own: what its server let through is all there is.
  const inClear = session !== undefined && session.protocolVersion > 0 && !isCiphertext(payload);
  if (!session || isSilence(payload)) return { is: 'opus', packet: payload, inClear };
  if (!session.session?.ready) {
    // The library passes everything through until then, ciphertext too.
    const pending = session.protocolVersion > 0 && !inClear;
    return pending ? { is: 'pending' } : { is: 'opus', packet: payload, inClear };
  }
  const packet = sessionDecrypts(session, payload, userId);
  if (!packet) return { is: 'failed' };
  return packet.length > 0 ? { is: 'opus', packet, inClear } : { is: 'empty' };
}

/** It throws where it means to recover and does not (spec 5, 1.3, 1). */
function sessionDecrypts(session: DAVESession, payload: Buffer, userId: string): Buffer | null {
  try {
    return session.decrypt(payload, userId);
  } catch {
    return null;
  }
}

/** Every frame that speakers encrypted ends with this mark. */
function isCiphertext(payload: Buffer): boolean {
  return payload.length >= 2 && payload.readUInt16BE(payload.length - 2) === 0xfafa;
}

/** Restarts the encrypted session; the library itself does not when the only transition was the first (spec 5, 1.3, 1). */
export function recoverSession(connection: VoiceConnection): void {
  const session = securityOf(connection)?.session;
  session?.recoverFromInvalidTransition(session.lastTransitionId ?? 0);
}

/** Whether the keys of the session should fit: it is set up, and not about to be set up again. */
export function isSecured(connection: VoiceConnection): boolean {
  const session = securityOf(connection)?.session;
  return session?.session?.ready === true && !session.reinitializing;
}
