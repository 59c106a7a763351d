import { randomBytes } from 'node:crypto';
import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import type { Core } from '../core.ts';
import { parseKeepingLongIntegers } from '../long-integers.ts';
import { updateVoiceState } from '../voice/states/op4.ts';
import { identify } from './identify.ts';
import { closeCodes, type Frame } from './protocol.ts';
import { greet } from './ready.ts';
import { answerChannelInfo, answerMembers, answerSounds } from './requests.ts';
import { Session } from './session.ts';
import { guildFor } from './shards.ts';
import { type StreamCompression, Transport } from './transport.ts';

const commandSchema = z.object({ op: z.number().int(), d: z.unknown() });
const resumeSchema = z.object({ token: z.string(), session_id: z.string(), seq: z.number().int() });

/** A client that closes with one of these won't come back, so its session is over. */
const goodbyes: readonly number[] = [1000, 1001];
const commandsPerMinute = 120;
const largestCommandBytes = 4096;

/** One socket of a gateway client, from Hello to its close. */
export class Connection {
  readonly #core: Core;
  readonly #socket: WebSocket;
  readonly #transport: Transport;
  #session: Session | undefined;
  #commandTimes: number[] = [];
  #watchdog: NodeJS.Timeout | undefined;

  constructor(
    core: Core,
    socket: WebSocket,
    { hello, compression }: { readonly hello: boolean; readonly compression: StreamCompression | undefined },
  ) {
    this.#core = core;
    this.#socket = socket;
    this.#transport = new Transport(socket, compression);
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('close', (code) => this.#ended(code));
    socket.on('error', () => socket.terminate());
    if (!hello) return;
    this.send({
      op: 10,
      d: { heartbeat_interval: core.settings.heartbeatIntervalMs, _trace: [] },
      s: null,
      t: null,
    });
    this.#expectHeartbeat();
  }

  get session(): Session | undefined {
    return this.#session;
  }

  send(frame: Frame): void {
    const sent = this.#session?.isBot ? this.#core.moods.stripped(frame) : frame;
    this.#transport.send(JSON.stringify(sent));
  }

  close(code: number, reason = ''): void {
    this.#transport.close(code, reason);
  }

  /** Cuts the TCP connection without a word. */
  destroy(): void {
    this.#socket.terminate();
  }

  invalidate(resumable: boolean): void {
    if (!resumable && this.#session) this.#core.hub.sessions.delete(this.#session.id);
    this.send({ op: 9, d: resumable, s: null, t: null });
    if (this.#session) this.#session.detach(this, this.#core.now());
    this.#session = undefined;
  }

  #receive(data: RawData, isBinary: boolean): void {
    try {
      this.#countCommand();
      const command = parseCommand(isBinary ? '' : String(data));
      this.#obey(command.op, command.d);
    } catch (error) {
      if (!(error instanceof HangUp)) throw error;
      this.close(error.code, error.message);
    }
  }

  #countCommand(): void {
    const now = this.#core.now();
    this.#commandTimes = [...this.#commandTimes.filter((at) => now - at < 60_000), now];
    if (this.#commandTimes.length > commandsPerMinute)
      throw new HangUp(closeCodes.rateLimited, 'You are being rate limited.');
  }

  #obey(op: number, payload: unknown): void {
    if (op === 1) this.#heartbeat(payload);
    else if (op === 2) this.#identify(payload);
    else if (op === 6) this.#resume(payload);
    else if (![3, 4, 8, 31, 43].includes(op)) throw new HangUp(closeCodes.unknownOpcode, 'Unknown opcode.');
    else this.#serve(op, payload);
  }

  /** Ops that need a session. */
  #serve(op: number, payload: unknown): void {
    if (!this.#session) throw new HangUp(closeCodes.notAuthenticated, 'Not authenticated.');
    if (this.#session.isBot && this.#core.moods.ignores(op)) return;
    if (op === 4 && !this.#updateVoice(this.#session, payload)) throw notDecoded();
    if (op === 8 && !answerMembers(this.#core, this.#session, payload)) throw notDecoded();
    if (op === 31 && !answerSounds(this.#core, this.#session, payload)) throw notDecoded();
    if (op === 43 && !answerChannelInfo(this.#core, this.#session, payload)) throw notDecoded();
  }

  #updateVoice(session: Session, payload: unknown): boolean {
    const isMember = (guildId: string) => guildFor(this.#core.world, session, guildId) !== undefined;
    return updateVoiceState(this.#core.voice, session, isMember, payload);
  }

  #heartbeat(payload: unknown): void {
    if (this.#session && typeof payload === 'number' && payload > this.#session.seq)
      throw new HangUp(closeCodes.invalidSeq, 'Invalid seq.');
    this.#expectHeartbeat();
    this.send({ op: 11, d: null, s: null, t: null });
  }

  #identify(payload: unknown): void {
    if (this.#session) throw new HangUp(closeCodes.alreadyAuthenticated, 'Already authenticated.');
    const identified = identify(this.#core, payload);
    if ('closeCode' in identified) throw new HangUp(identified.closeCode, identified.reason);
    const { actor, intents, shard, compressed } = identified;
    this.#transport.compressesEach = compressed;
    const admitted = actor.isBot ? this.#core.identifyLimits.count(shard[0]) : 'admitted';
    if (admitted === 'day') this.#core.resetToken();
    if (admitted !== 'admitted') {
      this.invalidate(false);
      return;
    }
    const id = randomBytes(16).toString('hex');
    const session = new Session({ id, userId: actor.userId, isBot: actor.isBot, intents, shard, wire: this });
    this.#session = session;
    this.#core.hub.sessions.set(session.id, session);
    greet(this.#core, session);
  }

  #resume(payload: unknown): void {
    if (this.#session) throw new HangUp(closeCodes.alreadyAuthenticated, 'Already authenticated.');
    const parsed = resumeSchema.safeParse(payload);
    if (!parsed.success) throw notDecoded();
    const { token, session_id: id, seq } = parsed.data;
    const actor = this.#core.identities.fromGatewayToken(token);
    if (!actor) throw new HangUp(closeCodes.authenticationFailed, 'Authentication failed.');
    const session = this.#core.hub.sessions.get(id);
    if (session?.userId !== actor.userId) {
      this.invalidate(false);
      return;
    }
    if (this.#core.hub.isOld(session)) throw new HangUp(closeCodes.sessionTimedOut, 'Session timed out.');
    if (!session.canReplayFrom(seq)) throw new HangUp(closeCodes.invalidSeq, 'Invalid seq.');
    this.#session = session;
    session.resume(this, seq);
  }

  /** A client that stays silent for longer than two heartbeats is hung up on. */
  #expectHeartbeat(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(
      () => this.close(closeCodes.sessionTimedOut, 'Session timed out.'),
      this.#core.settings.heartbeatIntervalMs * 2,
    );
    this.#watchdog.unref();
  }

  #ended(code: number): void {
    clearTimeout(this.#watchdog);
    if (!this.#session) return;
    this.#session.detach(this, this.#core.now());
    if (goodbyes.includes(code)) this.#core.hub.sessions.delete(this.#session.id);
    if (!this.#session.connected) this.#core.voice.sessionLost(this.#session.id);
  }
}

/** Ends a connection with one of the documented close codes. */
class HangUp extends Error {
  readonly code: number;

  constructor(code: number, reason: string) {
    super(reason);
    this.code = code;
  }
}

function notDecoded(): HangUp {
  return new HangUp(closeCodes.decodeError, 'Error while decoding payload.');
}

function parseCommand(text: string): { readonly op: number; readonly d?: unknown } {
  if (Buffer.byteLength(text) > largestCommandBytes) throw notDecoded();
  try {
    return commandSchema.parse(parseKeepingLongIntegers(text));
  } catch {
    throw notDecoded();
  }
}
