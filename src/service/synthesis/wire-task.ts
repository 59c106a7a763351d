import { randomUUID } from 'node:crypto';
import type { Clock } from '../../operations/clock.ts';
import { malformed, regionHint, shortened } from '../answer.ts';
import { faultOfCode } from '../error-codes.ts';
import { ServiceError, type ServiceFault } from '../errors.ts';
import type { ServiceProfile } from '../profile.ts';
import type { ServiceSocket, SocketEvent } from '../socket.ts';
import type { SynthesisRequest, SynthesisSummary } from './synthesis-types.ts';
import { continueTask, finishTask, readEvent, runTask, type WireWord } from './wire.ts';

/** Where a task is spoken. */
interface WireTaskPlace {
  readonly profile: ServiceProfile;
  readonly clock: Clock;
}

type WireTaskEvent =
  | { readonly is: 'audio'; readonly bytes: Uint8Array }
  | { readonly is: 'words'; readonly sentence: number | undefined; readonly words: readonly WireWord[] };

type State =
  | { readonly is: 'starting' }
  | { readonly is: 'started' }
  | { readonly is: 'finishing' }
  | { readonly is: 'over' };

const startTimeoutMs = 10_000;
const quietTimeoutMs = 30_000;
/** For one task: several for each word of a text of 20,000 characters. */
const mostEvents = 20_000;
/** A task may have this many frames that are smaller than this. */
const smallFrameBytes = 64;
const mostSmallFrames = 10_000;

/**
 * One task on one socket, from `run-task` to `task-finished` (document 2 A, sequence). It never sends out of order. Audio
 * frames have no task id, so those before its `task-started` belong to the task before (field notes 2).
 */
export class WireTask {
  readonly #id = randomUUID();
  readonly #place: WireTaskPlace;
  readonly #socket: ServiceSocket;
  readonly #tell: (event: WireTaskEvent) => void;
  readonly #started = Promise.withResolvers<void>();
  readonly #finished = Promise.withResolvers<SynthesisSummary>();
  readonly #failed = new AbortController();
  readonly #over = new AbortController();
  #state: State = { is: 'starting' };
  #anythingHeard = false;
  #lost = false;
  #heardAt: number;
  #paused = false;
  #characters: number | undefined;
  #events = 0;
  #frames = 0;
  #bytes = 0;

  constructor(
    place: WireTaskPlace,
    request: SynthesisRequest,
    socket: ServiceSocket,
    tell: (event: WireTaskEvent) => void,
  ) {
    this.#place = place;
    this.#socket = socket;
    this.#tell = tell;
    this.#heardAt = place.clock.now();
    this.#started.promise.catch(() => undefined);
    this.#finished.promise.catch(() => undefined);
    socket.receive((event) => this.#receive(event));
    this.#send(runTask(this.#id, request, place.profile.wireModel(request.model)));
    void this.#watch(startTimeoutMs, 'NoTaskStarted', 'starting');
  }

  /** Resolves with `task-started`. Nothing else may be sent before that. */
  get started(): Promise<void> {
    return this.#started.promise;
  }

  get finished(): Promise<SynthesisSummary> {
    return this.#finished.promise;
  }

  /** Aborts if the task fails, with the error as its reason. */
  get failed(): AbortSignal {
    return this.#failed.signal;
  }

  /** Whether any of its audio came. */
  get anythingHeard(): boolean {
    return this.#anythingHeard;
  }

  /** Whether it failed because the connection was lost. */
  get lost(): boolean {
    return this.#lost;
  }

  say(text: string): void {
    if (this.#state.is === 'started') this.#send(continueTask(this.#id, text));
  }

  finish(): void {
    if (this.#state.is !== 'started') return;
    this.#state = { is: 'finishing' };
    this.#send(finishTask(this.#id));
    this.#heardAt = this.#place.clock.now();
    void this.#watch(quietTimeoutMs, 'NoAudioInTime', 'finishing');
  }

  /** Ends it from our side. Anything that still comes is ignored. */
  fail(error: unknown): void {
    if (!this.#end()) return;
    this.#started.reject(error);
    this.#finished.reject(error);
    this.#failed.abort(error);
  }

  pause(): void {
    if (this.#state.is === 'over') return;
    this.#paused = true;
    this.#socket.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#heardAt = this.#place.clock.now();
    if (this.#state.is !== 'over') this.#socket.resume();
  }

  #receive(event: SocketEvent): void {
    if (event.is === 'binary') this.#hearBytes(event.bytes);
    else if (event.is === 'text') this.#hearText(event.text);
    else this.#loseSocket(event.error);
  }

  #hearBytes(bytes: Uint8Array): void {
    this.#heardAt = this.#place.clock.now();
    if (this.#state.is === 'starting') return;
    this.#frames += 1;
    this.#bytes += bytes.byteLength;
    if (this.#frames > mostSmallFrames + this.#bytes / smallFrameBytes) this.fail(malformed('TooManyFrames'));
    if (this.#state.is === 'over' || bytes.byteLength === 0) return;
    this.#anythingHeard = true;
    this.#tell({ is: 'audio', bytes });
  }

  #hearText(text: string): void {
    this.#heardAt = this.#place.clock.now();
    this.#events += 1;
    if (this.#events > mostEvents) {
      this.fail(malformed('TooManyEvents'));
      return;
    }
    const event = readEvent(text);
    if (!event) {
      this.fail(malformed('EventIsNotJson'));
      return;
    }
    // A late event of the task before.
    if (event.taskId !== undefined && event.taskId !== this.#id) return;
    switch (event.is) {
      case 'started':
        if (this.#state.is !== 'starting') return;
        this.#state = { is: 'started' };
        this.#started.resolve();
        return;
      case 'result':
        if (this.#state.is === 'starting') return;
        this.#characters = event.characters ?? this.#characters;
        this.#tell({ is: 'words', sentence: event.sentence, words: event.words });
        return;
      case 'finished':
        this.#characters = event.characters ?? this.#characters;
        this.#complete(event.requestId);
        return;
      case 'failed':
        this.fail(taskFailure(event, { profile: this.#place.profile, anythingHeard: this.#anythingHeard }));
        return;
      case 'unknown':
    }
  }

  #loseSocket(error: ServiceError): void {
    this.#lost = true;
    this.fail(error);
  }

  #complete(requestId: string | undefined): void {
    if (this.#state.is !== 'finishing') {
      // Otherwise, text that the service didn't speak would be missing silently.
      this.fail(malformed('FinishedUnasked', { requestId }));
      return;
    }
    if (this.#end()) this.#finished.resolve({ characters: this.#characters, requestId });
  }

  #send(command: unknown): void {
    if (this.#socket.send(command)) return;
    const lost = { fault: 'unreachable', code: 'ConnectionLost', nothingHappened: false } as const;
    this.#loseSocket(this.#socket.lostBecause ?? new ServiceError(lost));
  }

  /** True the first time. */
  #end(): boolean {
    if (this.#state.is === 'over') return false;
    this.#state = { is: 'over' };
    this.#over.abort();
    if (this.#paused) this.#socket.resume();
    this.#socket.receive();
    return true;
  }

  /** The watchdog: fails the task if nothing comes for that long in that state. */
  async #watch(limitMs: number, code: string, state: State['is']): Promise<void> {
    const { clock } = this.#place;
    while (this.#state.is === state) {
      const left = this.#heardAt + limitMs - clock.now();
      if (this.#paused) this.#heardAt = clock.now();
      else if (left <= 0) this.fail(new ServiceError({ fault: 'timeout', code, nothingHappened: false }));
      const waited = clock.sleep(this.#paused ? limitMs : Math.max(0, left), this.#over.signal);
      await waited.catch(() => undefined);
    }
  }
}

/** For a `task-failed` whose words say more than its code (field notes 2). The first match wins. */
const knownMessages: readonly {
  readonly words: RegExp;
  readonly fault: ServiceFault;
  readonly code: string;
}[] = [
  { words: /error code:?\s*418\b/i, fault: 'invalid-request', code: 'VoiceDoesNotFitModel' },
  { words: /request voice is invalid/i, fault: 'invalid-request', code: 'VoiceUnknown' },
  { words: /error code:?\s*428\b/i, fault: 'invalid-request', code: 'InstructionNotAccepted' },
  { words: /timeout after \d+ seconds/i, fault: 'timeout', code: 'TextIntervalExceeded' },
];

/** With these faults, a task is refused before anything is made. */
const refusals: ReadonlySet<ServiceFault> = new Set([
  'invalid-request',
  'moderation',
  'credentials',
  'access',
  'arrears',
  'not-found',
  'throttled',
]);

/** A `task-failed` event as an error. The socket is dead after it (field notes 2). */
export function taskFailure(
  failed: { readonly code: string; readonly message: string },
  facts: { readonly profile: ServiceProfile; readonly anythingHeard: boolean },
): ServiceError {
  const said = `error code: ${failed.code}. ${failed.message}`;
  const known = knownMessages.find(({ words }) => words.test(said));
  const fault = known?.fault ?? faultOfCode(failed.code || undefined);
  return new ServiceError({
    fault,
    code: known?.code ?? (failed.code || 'TaskFailed'),
    nothingHappened: refusals.has(fault) && !facts.anythingHeard,
    providerMessage: failed.message ? shortened(failed.message) : undefined,
    hint: fault === 'credentials' ? regionHint(facts.profile) : undefined,
  });
}
