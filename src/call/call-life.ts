import { refusalOf } from '../community/spending.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { RoomLease } from '../voice/room/types.ts';
import { Attendance } from './attendance.ts';
import { CallView, TroubleBoard } from './call-view.ts';
import type { CallKindParts, CallLifeParts, CallNews, CallTypes } from './call-work.ts';
import { enterRoom } from './enter-room.ts';
import { VoiceDetectors } from './hearing/voice-detector.ts';
import { hasLastWords, lastWords } from './last-words.ts';
import { LiveBudget } from './live-budget.ts';
import type { BasicCall, CallEnd, CallEvent, CallMinutes, StateOfCall } from './types.ts';

type Ended = Extract<StateOfCall<string>, { readonly is: 'ended' }>;

/** Opening: nothing can be heard yet. Running: it owns its room and its work. Ended: late events are ignored. */
type Phase<Work> =
  | { readonly is: 'opening'; readonly lease?: RoomLease }
  | { readonly is: 'running'; readonly lease: RoomLease; readonly work: Work }
  | { readonly is: 'ended'; readonly as: Ended; readonly channelId: string };

/** How long a call may be silent before it ends, unless moderators decided that. */
const usualIdleMs = 10 * 60_000;
/** Less speech than half a second isn't a question. */
const fewestMissedFrames = 25;

/**
 * A call in a guild's voice channel, from the request until the bot leaves the room: who takes part, what it costs, its
 * state and why it ends. Each kind of call adds what's done in the room.
 */
export abstract class CallLife<Of extends CallTypes> implements Omit<BasicCall<Of['line']>, 'show'> {
  readonly request: Of['request'];
  readonly ended: Promise<CallEnd>;
  readonly #kind: CallKindParts<Of['trouble']>;
  readonly #parts: CallLifeParts<Of['request']>;
  readonly #over = new AbortController();
  readonly #attendance: Attendance;
  readonly #budget: LiveBudget;
  readonly #troubles: TroubleBoard<Of['trouble']>;
  readonly #view: CallView<Of['line']>;
  readonly #detectors = new VoiceDetectors();
  readonly #onEnded: (end: CallEnd) => void;
  #phase: Phase<Of['work']> = { is: 'opening' };
  /** Of 20 ms each, while the room couldn't be heard. */
  #missedFrames = 0;
  #ending: Promise<void> | undefined;
  #leaving: Promise<void> | undefined;

  constructor(
    request: Of['request'],
    parts: CallLifeParts<Of['request']>,
    kind: CallKindParts<Of['trouble']>,
  ) {
    const { clock, log, spending } = parts;
    const { idleMs = usualIdleMs } = request;
    const { promise, resolve } = Promise.withResolvers<CallEnd>();
    this.request = request;
    this.ended = promise;
    this.#onEnded = resolve;
    this.#parts = parts;
    this.#kind = kind;
    this.#troubles = new TroubleBoard(kind.lastingTroubles);
    this.#view = new CallView(log, () => JSON.stringify(this.shown));
    const owner = { guildId: request.guildId, userId: request.startedBy, id: request.id };
    this.#budget = new LiveBudget(spending, clock, owner, (event) => {
      if (event.is === 'fault') void this.#finish('service', event.error);
      else void this.stop(event.inTheWay?.pausedBy ? 'paused' : 'spent');
    });
    this.#attendance = new Attendance(clock, idleMs, this.signal, (desertion) => {
      if (desertion.is === 'idle') void this.stop('idle');
      else void this.stop(desertion.lastUserId === request.startedBy ? 'starter-left' : 'everybody-left');
    });
  }

  /** @throws {Refusal} @throws {ServiceError} */
  async open(): Promise<void> {
    try {
      await this.#open();
    } catch (error) {
      const stopped = this.#phase.is === 'ended' ? this.#phase.as.end : undefined;
      await this.#finish('service', error);
      if (stopped === undefined) throw error;
      if (stopped === 'shutting-down') throw new Refusal({ code: stopped });
      throw new Refusal({ code: 'call-none', kind: this.#kind.kind });
    }
  }

  get state(): StateOfCall<Of['work']['activity'] | 'opening' | 'silenced'> {
    const phase = this.#phase;
    if (phase.is === 'ended') return phase.as;
    if (phase.is === 'opening') return { is: 'running', activity: 'opening' };
    const { lease, work } = phase;
    return { is: 'running', activity: lease.state.is === 'ready' ? work.activity : 'silenced' };
  }

  get channelId(): string {
    const phase = this.#phase;
    if (phase.is === 'ended') return phase.channelId;
    return phase.lease?.state.channelId ?? this.request.voiceChannelId;
  }

  get participants(): ReadonlySet<string> {
    return this.#attendance.people;
  }

  get livedMs(): number {
    return this.#budget.livedMs;
  }

  get servedMs(): number {
    return this.#budget.servedMs;
  }

  get payer(): string {
    return this.#budget.payer;
  }

  async minutes(): Promise<CallMinutes> {
    return await this.#budget.left();
  }

  async payBy(userId: string): Promise<void> {
    const spent = await this.#budget.payBy(userId);
    if (spent) throw refusalOf(spent, 60);
    this.changed();
  }

  get trouble(): Of['trouble'] | undefined {
    return this.#troubles.shown;
  }

  get speaker(): string | undefined {
    return this.work?.speaker;
  }

  join(userId: string): void {
    if (!this.isOver && this.#attendance.join(userId)) this.follow();
  }

  async leave(userId: string): Promise<void> {
    if (!this.#attendance.leave(userId)) return;
    this.#detectors.forgetSpeaker(userId);
    this.work?.leave(userId);
    this.#view.tell({ is: 'left', userId });
    this.follow();
  }

  depart(userId: string): void {
    this.work?.depart(userId);
    this.#view.tell({ is: 'left', userId });
  }

  async stop(end: CallEnd = 'asked', by?: string): Promise<void> {
    const ended = this.#finish(end, undefined, by);
    // Last words may take 20 s more; nobody who stops it waits for them.
    await (this.#leaving ?? ended);
  }

  onChange(listener: () => void, of?: () => unknown): () => void {
    return this.#view.onChange(listener, of);
  }

  watch(listener: (event: CallEvent<Of['line']>) => void): () => void {
    return this.#view.watch(listener);
  }

  protected abstract workIn(lease: RoomLease): Of['work'];

  /** The people being heard right now. */
  protected get heard(): ReadonlySet<string> {
    return this.participants;
  }

  /** Everything that people see of it. Listeners are only told if it changes. */
  protected get shown(): readonly unknown[] {
    const { state, channelId, participants, trouble, speaker, payer } = this;
    const stands = state.is === 'running' ? state.activity : state.end;
    return [stands, channelId, [...participants], trouble, speaker, payer];
  }

  /** Undefined before it runs and after it's over. */
  protected get work(): Of['work'] | undefined {
    return this.#phase.is === 'running' ? this.#phase.work : undefined;
  }

  protected get isOver(): boolean {
    return this.#phase.is === 'ended';
  }

  /** Aborts when it's over and nothing more is expected. */
  protected get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** What happens in the work. */
  protected hear(news: CallNews<Of['line'], Of['trouble']>, lease: RoomLease): void {
    if (news.is === 'line' || news.is === 'echo') this.#view.tell(news);
    else if (news.is === 'failed') void this.#finish('service', news.error);
    else if (news.is === 'active') {
      this.#attendance.active();
      lease.touch();
    } else if (news.is === 'works') {
      if (news.again) this.#troubles.mended(...news.again);
      else this.#troubles.worked();
    } else {
      if (news.is === 'trouble') this.#troubles.tell(news.trouble);
      this.changed();
    }
  }

  /** Adapts to who takes part and to the room's state. */
  protected follow(): void {
    const phase = this.#phase;
    if (phase.is === 'running') {
      phase.lease.ears.allow(new Set(this.heard));
      phase.work.follow?.();
    }
    this.changed();
  }

  /** Charges for open sessions at the service while the room can hear the bot and anyone takes part. */
  protected changed(): void {
    const phase = this.#phase;
    if (phase.is === 'running') {
      const isCharged = phase.lease.state.is === 'ready' && this.participants.size > 0;
      this.#budget.run(isCharged ? phase.work.sessions : 0);
    }
    this.#view.changed();
  }

  async #open(): Promise<void> {
    const { rooms, statusLine, log } = this.#parts;
    const { feature } = this.#kind;
    const { request, signal } = this;
    const lease = await enterRoom({
      ...{ rooms, request, feature, signal },
      budget: this.#budget,
      missedWords: () => this.#takeMissedWords(),
    });
    this.#phase = { is: 'opening', lease };
    void lease.ended.then((end) => this.#finish(end === 'shutting-down' ? end : 'room'));
    const work = this.workIn(lease);
    try {
      await work.open?.(signal);
      signal.throwIfAborted();
    } catch (error) {
      work.close();
      throw error;
    }
    this.#phase = { is: 'running', lease, work };
    lease.onChange(() => this.follow());
    lease.ears.onFrame((frame) => {
      // Only people who agreed are subscribed. Audio from anyone else is dropped here.
      if (!this.heard.has(frame.userId)) return;
      const judged = this.#detectors.judgeFrame(frame);
      if (lease.state.is === 'ready') this.work?.hear(judged);
      else if (judged.speech) this.#missedFrames += 1;
    });
    void this.#attendance.watch();
    void lease.setStatus(statusLine?.(request)).catch((error: unknown) => {
      log.warn({ err: error }, "couldn't set the status of a call's voice channel");
    });
    this.follow();
  }

  /** People spoke while the bot was silenced, so nothing of that was sent. */
  #takeMissedWords(): boolean {
    const hasMissed = this.#missedFrames >= fewestMissedFrames;
    this.#missedFrames = 0;
    return hasMissed;
  }

  async #finish(end: CallEnd, error?: unknown, by?: string): Promise<void> {
    this.#ending ??= this.#end(end, error, by);
    await this.#ending;
  }

  async #end(end: CallEnd, error: unknown, by: string | undefined): Promise<void> {
    const { clock, log } = this.#parts;
    const { channelId } = this;
    const phase = this.#phase;
    const as: Ended = {
      ...{ is: 'ended', end },
      ...(by === undefined ? {} : { by }),
      ...(error === undefined ? {} : { error }),
    };
    this.#phase = { is: 'ended', as, channelId };
    const { reference, guildId } = this.request;
    const facts = { call: reference, kind: this.#kind.kind, guildId, end };
    // The person who asked sees a refusal, so it isn't a fault.
    if (error === undefined || error instanceof Refusal) log.info(facts, 'a call ended');
    else log.error({ ...facts, err: error }, 'a call ended because of an error');
    this.#view.changed();
    if (phase.is !== 'ended')
      this.#leaving = phase.lease?.release().catch((fault: unknown) => {
        log.error({ err: fault }, "couldn't leave the room of a call");
      });
    if (phase.is === 'running' && hasLastWords(phase.work, end)) await lastWords(phase.work, clock);
    this.#over.abort();
    if (phase.is === 'running') phase.work.close();
    await this.#budget.close().catch((fault: unknown) => {
      log.error({ err: fault }, "couldn't settle the live time of a call");
    });
    await this.#leaving;
    this.#onEnded(end);
  }
}
