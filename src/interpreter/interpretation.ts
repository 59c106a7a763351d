import { Attendance } from '../call/attendance.ts';
import { CallView } from '../call/call-view.ts';
import { enterRoom } from '../call/enter-room.ts';
import { LiveBudget } from '../call/live-budget.ts';
import { TroubleBoard } from '../call/trouble-board.ts';
import type { CallEnd } from '../call/types.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { RoomEnd, RoomLease } from '../voice/room/types.ts';
import { Booth } from './booth.ts';
import { type InterpretationsParts, interpreterFeature } from './interpreter-parts.ts';
import { lastingTroubles } from './troubles.ts';
import type {
  Interpretation,
  InterpretationRequest,
  InterpretationState,
  InterpretedLine,
  InterpreterTrouble,
  PersonLanguages,
} from './types.ts';

/** Opening: nothing can be heard yet. Running: it owns its room and its booth. Ended absorbs whatever comes late. */
type Phase =
  | { readonly is: 'opening'; readonly lease?: RoomLease }
  | { readonly is: 'running'; readonly lease: RoomLease; readonly booth: Booth }
  | { readonly is: 'ended'; readonly end: CallEnd; readonly error?: unknown };

/** So long may last words take in the end: what the service itself has for it. */
const lastWordsMs = 20_000;
/** After these nobody waits for last words. */
const atOnce: ReadonlySet<CallEnd> = new Set(['shutting-down', 'service']);

/** An interpreter in a guild's voice channel, from the moment it's asked for until its room is left. */
export class LiveInterpretation implements Interpretation {
  readonly request: InterpretationRequest;
  readonly ended: Promise<CallEnd>;
  readonly #parts: InterpretationsParts;
  readonly #over = new AbortController();
  readonly #budget: LiveBudget;
  readonly #attendance: Attendance;
  readonly #chosen = new Map<string, PersonLanguages>();
  readonly #troubles = new TroubleBoard(lastingTroubles);
  readonly #view: CallView<InterpretedLine>;
  readonly #onEnded: (end: CallEnd) => void;
  #phase: Phase = { is: 'opening' };
  #ending: Promise<void> | undefined;

  constructor(request: InterpretationRequest, parts: InterpretationsParts) {
    const { clock, log, spending, graceMs = 20_000, idleMs = 10 * 60_000 } = parts;
    const { promise, resolve } = Promise.withResolvers<CallEnd>();
    this.request = request;
    this.ended = promise;
    this.#onEnded = resolve;
    this.#parts = parts;
    this.#view = new CallView(log, () => this.#snapshot);
    this.#budget = new LiveBudget({
      spending,
      clock,
      owner: { guildId: request.guildId, userId: request.startedBy, id: request.id },
      onSpent: () => void this.stop('spent'),
      onFault: (error) => void this.#finish('service', error),
    });
    this.#attendance = new Attendance({
      clock,
      graceMs,
      idleMs,
      signal: this.#over.signal,
      onDeserted: (last) => void this.stop(last === request.startedBy ? 'starter-left' : 'everybody-left'),
      onIdle: () => void this.stop('idle'),
    });
  }

  /** @throws {Refusal} */
  async open(): Promise<void> {
    try {
      await this.#open();
    } catch (error) {
      const stopped = this.#phase.is === 'ended' ? this.#phase.end : undefined;
      await this.#finish('service', error);
      if (stopped === undefined) throw error;
      throw new Refusal(
        stopped === 'shutting-down' ? { code: stopped } : { code: 'call-none', kind: 'interpreter' },
      );
    }
  }

  get state(): InterpretationState {
    const phase = this.#phase;
    if (phase.is === 'ended') return phase;
    if (phase.is === 'opening') return { is: 'running', activity: 'opening' };
    const silenced = phase.lease.state.is !== 'ready';
    return { is: 'running', activity: silenced ? 'silenced' : phase.booth.activity };
  }

  get participants(): ReadonlySet<string> {
    return this.#attendance.people;
  }

  get languages(): ReadonlyMap<string, PersonLanguages> {
    return this.#chosen;
  }

  get livedMs(): number {
    return this.#budget.livedMs;
  }

  get trouble(): InterpreterTrouble | undefined {
    return this.#troubles.shown;
  }

  get speaker(): string | undefined {
    return this.#booth?.speaker;
  }

  get sessions(): number {
    return this.#booth?.sessions ?? 0;
  }

  get waitMs(): number {
    return this.#booth?.waitMs ?? 0;
  }

  join(userId: string, languages?: PersonLanguages): void {
    if (this.#phase.is === 'ended') return;
    if (languages) this.choose(userId, languages);
    if (this.#attendance.join(userId)) this.#follow();
  }

  choose(userId: string, languages: PersonLanguages): void {
    if (this.#phase.is === 'ended') return;
    this.#chosen.set(userId, languages);
    this.#booth?.follow();
    this.#view.changed();
  }

  async leave(userId: string): Promise<void> {
    if (!this.#attendance.leave(userId)) return;
    this.#booth?.withdraw(userId);
    this.#follow();
  }

  async stop(end: CallEnd = 'asked'): Promise<void> {
    await this.#finish(end);
  }

  async show(jpeg: Uint8Array): Promise<'shown' | 'before-audio' | 'too-soon'> {
    return this.#booth?.show(jpeg) ?? 'before-audio';
  }

  onChange(listener: () => void): () => void {
    return this.#view.onChange(listener);
  }

  onLine(listener: (line: InterpretedLine) => void): () => void {
    return this.#view.onLine(listener);
  }

  onEcho(listener: (userId: string) => void): () => void {
    return this.#view.onEcho(listener);
  }

  get #booth(): Booth | undefined {
    return this.#phase.is === 'running' ? this.#phase.booth : undefined;
  }

  get #snapshot(): string {
    const { state, participants, trouble, speaker, sessions, waitMs } = this;
    const shown = state.is === 'running' ? state.activity : state.end;
    const waitS = Math.ceil(waitMs / 1_000);
    return JSON.stringify([shown, [...participants], [...this.#chosen], trouble, speaker, sessions, waitS]);
  }

  async #open(): Promise<void> {
    const { rooms, statusLine, log } = this.#parts;
    const { request } = this;
    const { signal } = this.#over;
    const lease = await enterRoom({
      rooms,
      request,
      feature: interpreterFeature,
      budget: this.#budget,
      signal,
    });
    this.#phase = { is: 'running', lease, booth: this.#boothIn(lease) };
    void lease.ended.then((end) => this.#roomEnded(end));
    lease.onChange(() => this.#follow());
    lease.ears.onFrame((frame) => {
      // Only those who agreed are subscribed; whoever else comes through is dropped here.
      if (lease.state.is === 'ready' && this.participants.has(frame.userId)) this.#booth?.hear(frame);
    });
    void this.#attendance.watch();
    void lease.setStatus(statusLine?.(request)).catch((error: unknown) => {
      log.warn({ err: error }, 'the status line of an interpreter could not be set');
    });
    this.#follow();
  }

  #boothIn(lease: RoomLease): Booth {
    return new Booth({
      request: this.request,
      parts: this.#parts,
      lease,
      signal: this.#over.signal,
      participants: () => this.participants,
      chosen: this.#chosen,
      onLine: (line) => this.#view.line(line),
      onChange: () => this.#charge(),
      onTrouble: (trouble) => {
        this.#troubles.tell(trouble);
        this.#view.changed();
      },
      onWorks: () => this.#troubles.worked(),
      onEcho: (userId) => this.#view.echo(userId),
      onActivity: () => {
        this.#attendance.active();
        lease.touch();
      },
      onFatal: (error) => void this.#finish('service', error),
    });
  }

  /** What follows from who takes part and how the room stands. */
  #follow(): void {
    const phase = this.#phase;
    if (phase.is === 'running') {
      phase.lease.ears.allow(new Set(this.participants));
      phase.booth.follow();
    }
    this.#charge();
  }

  /** Each session that's open costs by itself, as long as people can be interpreted. */
  #charge(): void {
    const phase = this.#phase;
    if (phase.is === 'running') this.#budget.run(phase.lease.state.is === 'ready' ? phase.booth.sessions : 0);
    this.#view.changed();
  }

  #roomEnded(end: RoomEnd): void {
    void this.#finish(end === 'shutting-down' ? 'shutting-down' : 'room');
  }

  async #finish(end: CallEnd, error?: unknown): Promise<void> {
    this.#ending ??= this.#end(end, error);
    await this.#ending;
  }

  async #lastWords(booth: Booth): Promise<void> {
    const { clock } = this.#parts;
    const all = new AbortController();
    const late = clock.sleep(lastWordsMs, all.signal).catch(() => undefined);
    await Promise.race([booth.finish(), late]);
    all.abort();
  }

  async #end(end: CallEnd, error: unknown): Promise<void> {
    const phase = this.#phase;
    this.#phase = { is: 'ended', end, ...(error === undefined ? {} : { error }) };
    const { log } = this.#parts;
    log.info({ call: this.request.reference, guildId: this.request.guildId, end }, 'an interpreter ended');
    this.#view.changed();
    const left = phase.is === 'ended' ? undefined : phase.lease?.release();
    // Nobody is heard any more, but what was said is still translated.
    if (phase.is === 'running' && !atOnce.has(end)) await this.#lastWords(phase.booth);
    this.#over.abort();
    if (phase.is === 'running') phase.booth.close();
    await this.#budget.close().catch((fault: unknown) => {
      log.error({ err: fault }, 'the live time of an interpreter could not be settled');
    });
    await left;
    this.#onEnded(end);
  }
}
