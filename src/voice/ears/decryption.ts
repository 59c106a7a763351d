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

/** What to do about packets that can't be decrypted. */
export type Remedy = 'none' | 'recover' | 'deaf';

interface Trouble {
  readonly sinceMs: number;
  /** Since the last restart of the session. */
  failures: number;
  /** The session was restarted for this person, so far without success. */
  treated: boolean;
}

/**
 * How long and how often decryption has to fail without one success. Losing a few packets when the group's keys change
 * is normal.
 */
const recoverAfterMs = 600;
const troubleFromFailures = 20;
const recoverAgainMs = 10_000;
const deafAfterMs = 4_000;

/**
 * Notices if a speaker can't be heard any more, separately for each, because others may be fine. Asks to recover the
 * encrypted session, and reports once per session if that didn't help.
 */
export class HearingHealth {
  readonly #troubles = new Map<string, Trouble>();
  /** People who were reported as unheard and haven't been heard since, across sessions. */
  readonly #unheard = new Set<string>();
  #told = false;
  #recoverAtMs = Number.NEGATIVE_INFINITY;

  get deaf(): boolean {
    return this.#unheard.size > 0;
  }

  /** @param curable a session exists that could be restarted; otherwise it's still being set up */
  failed(userId: string, nowMs: number, curable: boolean): Remedy {
    const trouble = this.#troubles.get(userId) ?? { sinceMs: nowMs, failures: 0, treated: false };
    this.#troubles.set(userId, trouble);
    trouble.failures += 1;
    const forMs = nowMs - trouble.sinceMs;
    if (trouble.failures < troubleFromFailures || forMs < recoverAfterMs) return 'none';
    const mayRecover = curable && nowMs >= this.#recoverAtMs;
    if (forMs >= deafAfterMs && (trouble.treated || !mayRecover)) {
      this.#unheard.add(userId);
      if (!this.#told) {
        this.#told = true;
        return 'deaf';
      }
    }
    return mayRecover ? this.#recover(nowMs) : 'none';
  }

  /**
   * Only for a frame that was really decrypted, or a person who left.
   * @returns whether everyone can be heard again
   */
  heard(userId: string): boolean {
    this.#troubles.delete(userId);
    if (!this.#unheard.delete(userId) || this.deaf) return false;
    this.#told = false;
    return true;
  }

  /** If people don't want to be heard, that's no problem. @returns like `heard` */
  retain(userIds: ReadonlySet<string>): boolean {
    let again = false;
    for (const userId of [...this.#troubles.keys(), ...this.#unheard])
      if (!userIds.has(userId)) again = this.heard(userId) || again;
    return again;
  }

  /** A new session: failures belonged to the old one, but people who weren't heard still have to be. */
  reset(): void {
    this.#troubles.clear();
    this.#told = false;
    this.#recoverAtMs = Number.NEGATIVE_INFINITY;
  }

  #recover(nowMs: number): Remedy {
    this.#recoverAtMs = nowMs + recoverAgainMs;
    for (const trouble of this.#troubles.values()) {
      trouble.failures = 0;
      trouble.treated = true;
    }
    return 'recover';
  }
}
