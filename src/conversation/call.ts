import { Attendance } from '../call/attendance.ts';
import { CallView } from '../call/call-view.ts';
import { enterRoom } from '../call/enter-room.ts';
import { LiveBudget } from '../call/live-budget.ts';
import { TroubleBoard } from '../call/trouble-board.ts';
import type { CallEnd } from '../call/types.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { HeardFrame } from '../voice/ears/types.ts';
import type { RoomEnd, RoomLease } from '../voice/room/types.ts';
import { type CallsParts, conversationFeature } from './call-parts.ts';
import type { Call, CallLine, CallRequest, CallState, CallTrouble } from './call-types.ts';
import { Dialogue } from './dialogue.ts';
import { lastingTroubles } from './service-trouble.ts';
import { SpeakingFloor } from './turns/floor.ts';

/** Opening: nothing can be heard yet. Running: it owns its room and its dialogue. Ended absorbs whatever comes late. */
type CallPhase =
  | { readonly is: 'opening'; readonly lease?: RoomLease }
  | { readonly is: 'running'; readonly lease: RoomLease; readonly dialogue: Dialogue }
  | { readonly is: 'ended'; readonly end: CallEnd; readonly error?: unknown };

/** A conversation in a guild's voice channel, from the moment it's asked for until its room is left. */
export class LiveCall implements Call {
  readonly request: CallRequest;
  readonly ended: Promise<CallEnd>;
  readonly #parts: CallsParts;
  readonly #over = new AbortController();
  readonly #budget: LiveBudget;
  readonly #attendance: Attendance;
  readonly #floor = new SpeakingFloor();
  readonly #troubles = new TroubleBoard(lastingTroubles);
  readonly #view: CallView<CallLine>;
  readonly #onEnded: (end: CallEnd) => void;
  #phase: CallPhase = { is: 'opening' };
  #ending: Promise<void> | undefined;
  #serviceOpen = false;
  #saying: Promise<void> = Promise.resolve();

  constructor(request: CallRequest, parts: CallsParts) {
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

  /** @throws {Refusal} @throws {ServiceError} */
  async open(): Promise<void> {
    try {
      await this.#open();
    } catch (error) {
      const stopped = this.#phase.is === 'ended' ? this.#phase.end : undefined;
      await this.#finish('service', error);
      if (stopped === undefined) throw error;
      if (stopped === 'shutting-down') throw new Refusal({ code: 'shutting-down' });
      throw new Refusal({ code: 'call-none', kind: 'conversation' });
    }
  }

  get state(): CallState {
    const phase = this.#phase;
    if (phase.is === 'ended') return phase;
    if (phase.is === 'opening') return { is: 'running', activity: 'opening' };
    const silenced = phase.lease.state.is !== 'ready';
    return { is: 'running', activity: silenced ? 'silenced' : phase.dialogue.activity };
  }

  get participants(): ReadonlySet<string> {
    return this.#attendance.people;
  }

  get livedMs(): number {
    return this.#budget.livedMs;
  }

  get trouble(): CallTrouble | undefined {
    return this.#troubles.shown;
  }

  get speaker(): string | undefined {
    return this.#floor.holder ?? this.#dialogue?.speaker;
  }

  join(userId: string): void {
    if (this.#phase.is === 'ended' || !this.#attendance.join(userId)) return;
    this.#follow();
  }

  async leave(userId: string): Promise<void> {
    if (!this.#attendance.leave(userId)) return;
    this.#floor.release(userId);
    this.#dialogue?.leave(userId);
    // What it says is for those who take part.
    if (this.participants.size === 0) this.#dialogue?.makeWay();
    this.#follow();
  }

  async stop(end: CallEnd = 'asked'): Promise<void> {
    await this.#finish(end);
  }

  async say(userId: string, text: string): Promise<void> {
    const { voiceText } = this.#parts;
    const dialogue = this.#dialogue;
    if (!dialogue) throw new Refusal({ code: 'call-none', kind: 'conversation' });
    if (!this.participants.has(userId))
      throw new Refusal({ code: 'call-not-participant', kind: 'conversation' });
    if (!voiceText) throw new Refusal({ code: 'call-cannot-voice' });
    const { holder } = this.#floor;
    if (holder !== undefined && holder !== userId)
      throw new Refusal({ code: 'call-floor-taken', userId: holder });
    dialogue.makeWay();
    const said = this.#saying.then(
      async () => await dialogue.say(userId, voiceText(text, this.request, userId, this.#over.signal)),
    );
    this.#saying = said.catch(() => undefined);
    await said;
  }

  async show(jpeg: Uint8Array): Promise<'shown' | 'before-audio'> {
    return this.#dialogue?.show(jpeg) ? 'shown' : 'before-audio';
  }

  holdFloor(userId: string): boolean {
    if (!this.#pushToTalk || !this.#dialogue || !this.participants.has(userId)) return false;
    const isNew = this.#floor.holder === undefined;
    if (!this.#floor.hold(userId)) return false;
    if (isNew) {
      this.#dialogue.makeWay();
      this.#letGoInTime(userId);
      this.#follow();
    }
    return true;
  }

  releaseFloor(userId: string): void {
    if (!this.#floor.release(userId)) return;
    this.#dialogue?.finishTurn();
    this.#follow();
  }

  onChange(listener: () => void): () => void {
    return this.#view.onChange(listener);
  }

  onLine(listener: (line: CallLine) => void): () => void {
    return this.#view.onLine(listener);
  }

  onEcho(listener: (userId: string) => void): () => void {
    return this.#view.onEcho(listener);
  }

  get #dialogue(): Dialogue | undefined {
    return this.#phase.is === 'running' ? this.#phase.dialogue : undefined;
  }

  get #pushToTalk(): boolean {
    return this.request.settings.turns === 'push-to-talk';
  }

  get #snapshot(): string {
    const { state, participants, trouble, speaker } = this;
    return JSON.stringify([
      state.is === 'running' ? state.activity : state.end,
      [...participants],
      trouble,
      speaker,
    ]);
  }

  async #open(): Promise<void> {
    const { rooms, statusLine, log } = this.#parts;
    const { request } = this;
    const { signal } = this.#over;
    const lease = await enterRoom({
      rooms,
      request,
      feature: conversationFeature,
      budget: this.#budget,
      signal,
    });
    this.#phase = { is: 'opening', lease };
    void lease.ended.then((end) => this.#roomEnded(end));
    const dialogue = new Dialogue(this.#dialogueParts(lease));
    try {
      await dialogue.open(signal);
      signal.throwIfAborted();
    } catch (error) {
      dialogue.close();
      throw error;
    }
    this.#phase = { is: 'running', lease, dialogue };
    lease.onChange(() => this.#follow());
    lease.ears.onFrame((frame) => this.#hear(frame));
    void this.#attendance.watch();
    void lease.setStatus(statusLine?.(request)).catch((error: unknown) => {
      log.warn({ err: error }, 'the status line of a call could not be set');
    });
    this.#follow();
  }

  #dialogueParts(lease: RoomLease) {
    const { client, tools, endpointing, echo, voiceText, filler, clock, log, random, rooms, hasAnyRole } =
      this.#parts;
    const { request } = this;
    const { guildId, startedBy, publicLocale, settings } = request;
    const { roleIds } = settings.interruption;
    const isHere = (userId: string) => rooms.whereIs(guildId, userId)?.channelId === lease.state.channelId;
    return {
      request,
      client,
      mouth: lease.mouth,
      tools: tools(this),
      endpointing,
      echo,
      voiceText: voiceText
        ? (text: string, signal: AbortSignal) => voiceText(text, request, startedBy, signal)
        : undefined,
      filler: filler?.(publicLocale),
      clock,
      log,
      random,
      signal: this.#over.signal,
      participants: () => Math.max(1, [...this.participants].filter(isHere).length),
      takesPart: (userId: string) => this.participants.has(userId),
      mayInterrupt: (userId: string) => roleIds === undefined || hasAnyRole(guildId, userId, roleIds),
      onChange: () => this.#view.changed(),
      onLine: (line: CallLine) => this.#view.line(line),
      onTrouble: (trouble: CallTrouble) => {
        this.#troubles.tell(trouble);
        this.#view.changed();
      },
      onWorks: () => this.#troubles.worked(),
      onMended: (...troubles: readonly CallTrouble[]) => this.#troubles.mended(...troubles),
      onEcho: (userId: string) => this.#view.echo(userId),
      onService: (open: boolean) => {
        this.#serviceOpen = open;
        this.#follow();
      },
      onFatal: (error: unknown) => void this.#finish('service', error),
      onActivity: () => {
        this.#attendance.active();
        lease.touch();
      },
    };
  }

  #hear(frame: HeardFrame): void {
    const phase = this.#phase;
    if (phase.is !== 'running' || phase.lease.state.is !== 'ready') return;
    if (this.#mayHear.has(frame.userId)) phase.dialogue.hear(frame);
  }

  /** Of those who agreed: with push-to-talk only whoever holds the floor. */
  get #mayHear(): ReadonlySet<string> {
    const { holder } = this.#floor;
    if (!this.#pushToTalk) return this.participants;
    return new Set(holder === undefined ? [] : [holder]);
  }

  /** What follows from who takes part, how the room stands and whether the service listens. */
  #follow(): void {
    const phase = this.#phase;
    if (phase.is === 'running') {
      phase.lease.ears.allow(new Set(this.#mayHear));
      const lives = this.#serviceOpen && phase.lease.state.is === 'ready' && this.participants.size > 0;
      this.#budget.run(lives ? 1 : 0);
    }
    this.#view.changed();
  }

  /** Nobody holds the floor for ever. */
  #letGoInTime(userId: string): void {
    const { clock, endpointing } = this.#parts;
    const { holds } = this.#floor;
    clock.sleep(endpointing.longestTurnMs, this.#over.signal).then(
      () => {
        if (this.#floor.holds === holds) this.releaseFloor(userId);
      },
      () => undefined,
    );
  }

  #roomEnded(end: RoomEnd): void {
    void this.#finish(end === 'shutting-down' ? 'shutting-down' : 'room');
  }

  async #finish(end: CallEnd, error?: unknown): Promise<void> {
    this.#ending ??= this.#end(end, error);
    await this.#ending;
  }

  async #end(end: CallEnd, error: unknown): Promise<void> {
    const phase = this.#phase;
    this.#phase = { is: 'ended', end, ...(error === undefined ? {} : { error }) };
    this.#over.abort();
    if (phase.is === 'running') phase.dialogue.close();
    const { log } = this.#parts;
    const facts = { call: this.request.reference, guildId: this.request.guildId, end };
    if (error === undefined) log.info(facts, 'a call ended');
    else log.error({ ...facts, err: error }, 'a call ended because of an error');
    this.#view.changed();
    await this.#budget.close().catch((fault: unknown) => {
      log.error({ err: fault }, 'the live time of a call could not be settled');
    });
    if (phase.is !== 'ended') await phase.lease?.release();
    this.#onEnded(end);
  }
}
