import type { CallWork } from '../call/call-work.ts';
import { Ticker } from '../call/ticker.ts';
import type { HeardFrame } from '../voice/ears/types.ts';
import type { RoomLease } from '../voice/room/types.ts';
import type { InterpretationsParts } from './interpreter-parts.ts';
import { SessionSlots } from './sessions/session-slots.ts';
import { Speaker } from './sessions/speaker.ts';
import { BoothVoice } from './speaking/booth-voice.ts';
import type {
  InterpretationRequest,
  InterpretedLine,
  InterpreterActivity,
  InterpreterTrouble,
  PersonLanguages,
} from './types.ts';
import { type Wanted, wantedOf } from './wanted-languages.ts';

export interface BoothOptions {
  readonly request: InterpretationRequest;
  readonly parts: InterpretationsParts;
  readonly lease: RoomLease;
  readonly signal: AbortSignal;
  readonly participants: () => ReadonlySet<string>;
  readonly chosen: ReadonlyMap<string, PersonLanguages>;
  readonly onLine: (line: InterpretedLine) => void;
  readonly onChange: () => void;
  readonly onTrouble: (trouble: InterpreterTrouble) => void;
  readonly onWorks: () => void;
  readonly onEcho: (userId: string) => void;
  /** Somebody speaks. */
  readonly onActivity: () => void;
  readonly onFatal: (error: unknown) => void;
}

const reviewEveryMs = 1_000;

/** Everybody who's interpreted in a room, and the one voice in which they are. */
export class Booth implements CallWork {
  readonly #options: BoothOptions;
  readonly #speakers = new Map<string, Speaker>();
  readonly #slots: SessionSlots;
  readonly #voice: BoothVoice;
  readonly #ticker: Ticker;
  #reviewing = false;
  #sessions = 0;
  #speaker: string | undefined;

  constructor(options: BoothOptions) {
    const { parts, lease, request, signal, onChange, onEcho } = options;
    const { clock, settings } = parts;
    this.#options = options;
    this.#slots = new SessionSlots(settings.mostSessions, () => clock.now());
    this.#voice = new BoothVoice({
      request,
      parts,
      mouth: lease.mouth,
      signal,
      onHeard: (frame, nowMs) => this.#speakerOf(frame.userId).hear(frame, nowMs),
      onEcho,
      onChange: () => {
        this.#ticker.wake();
        onChange();
      },
    });
    this.#ticker = new Ticker(clock, signal, (nowMs) => this.#tick(nowMs));
  }

  get activity(): InterpreterActivity {
    const channels = this.#channels;
    if (channels.some(({ waitMs }) => waitMs > 0)) return 'waiting-to-connect';
    if (channels.some(({ retries }) => retries)) return 'reconnecting';
    if (this.#voice.activity) return this.#voice.activity;
    const speakers = [...this.#speakers.values()];
    if (speakers.some(({ talking, pending, channels: [any] }) => pending || (talking && any)))
      return 'interpreting';
    return this.#sharesOneLanguage ? 'same-language' : 'listening';
  }

  get speaker(): string | undefined {
    return this.#speaker;
  }

  get sessions(): number {
    return this.#channels.reduce((sum, { sessions }) => sum + sessions, 0);
  }

  get waitMs(): number {
    return Math.max(0, ...this.#channels.map(({ waitMs }) => waitMs));
  }

  hear(frame: HeardFrame): void {
    this.#voice.hear(frame, this.#now);
    this.#wake();
  }

  /** Who is there, or what somebody speaks or reads, has changed. */
  follow(): void {
    for (const speaker of this.#speakers.values()) speaker.follow();
  }

  show(jpeg: Uint8Array): 'shown' | 'before-audio' | 'too-soon' {
    const results = this.#channels.map((channel) => channel.show(jpeg));
    if (results.includes('shown')) return 'shown';
    return results.includes('too-soon') ? 'too-soon' : 'before-audio';
  }

  leave(userId: string): void {
    this.#voice.remove(userId);
    this.#speakers.get(userId)?.withdraw();
    this.#speakers.delete(userId);
    if (this.#speaker === userId) this.#speaker = undefined;
    this.follow();
  }

  async finish(): Promise<void> {
    await Promise.all([...this.#speakers.values()].map((speaker) => speaker.finished()));
  }

  close(): void {
    for (const speaker of this.#speakers.values()) speaker.close();
  }

  get #now(): number {
    return this.#options.parts.clock.now();
  }

  get #channels() {
    return [...this.#speakers.values()].flatMap(({ channels }) => [...channels]);
  }

  get #sharesOneLanguage(): boolean {
    const people = [...this.#options.participants()];
    return (
      people.length > 0 &&
      people.every((userId) => {
        const { targets, own } = this.#wanted(userId, undefined);
        return targets.length === 0 && !own;
      })
    );
  }

  #wanted(speaker: string, detected: Wanted['targets'][number] | undefined): Wanted {
    const { parts, request, chosen, lease } = this.#options;
    const people = parts.peopleIn(request.guildId, lease.state.channelId);
    return wantedOf({ speaker, people, chosen, settings: request.settings, detected });
  }

  #speakerOf(userId: string): Speaker {
    const known = this.#speakers.get(userId);
    if (known) return known;
    const { request, parts, onLine, onTrouble, onWorks, onFatal } = this.#options;
    const speaker = new Speaker({
      userId,
      parts,
      settings: request.settings,
      slots: this.#slots,
      wanted: (detected) => this.#wanted(userId, detected),
      spoken: this.#voice.translations,
      corrects: (text, language) => parts.corrects?.(text, language, request) ?? text,
      hotWords: () => parts.hotWords?.(request) ?? [],
      nextId: () => {
        this.#sessions += 1;
        return `${request.id}/${this.#sessions}`;
      },
      onLine,
      onTurn: (is) => this.#turn(userId, is),
      onTrouble,
      onWorks,
      onChange: () => this.#changed(),
      onFatal,
    });
    this.#speakers.set(userId, speaker);
    return speaker;
  }

  #turn(userId: string, is: 'began' | 'ended'): void {
    const { onActivity, onChange } = this.#options;
    if (is === 'began') this.#speaker = userId;
    else if (this.#speaker === userId)
      this.#speaker = [...this.#speakers].find(([id, { talking }]) => talking && id !== userId)?.[0];
    onActivity();
    onChange();
    this.#wake();
  }

  #changed(): void {
    this.#options.onChange();
    this.#wake();
  }

  #wake(): void {
    this.#ticker.wake();
    if (!this.#reviewing) void this.#review();
  }

  #tick(nowMs: number): boolean {
    const speakers = [...this.#speakers.values()];
    try {
      this.#voice.listen(nowMs);
      for (const speaker of speakers) speaker.tick(nowMs);
      this.#voice.speak(speakers.some(({ talking }) => talking));
      this.#options.onChange();
    } catch (error) {
      this.#options.parts.log.error({ err: error }, 'a moment of an interpreter failed');
    }
    return this.#voice.busy || speakers.some(({ busy }) => busy);
  }

  /** While anything is open: who's gone, what's quiet, what never comes. */
  async #review(): Promise<void> {
    const { parts, request, lease, signal, onChange } = this.#options;
    this.#reviewing = true;
    while (!signal.aborted && this.#channels.some(({ busy }) => busy)) {
      await parts.clock.sleep(reviewEveryMs, signal).catch(() => undefined);
      for (const [userId, speaker] of this.#speakers) {
        const isHere = parts.rooms.whereIs(request.guildId, userId)?.channelId === lease.state.channelId;
        if (!isHere && !speaker.busy) speaker.finish();
        speaker.review(this.#now);
      }
      this.#slots.review();
      onChange();
    }
    this.#reviewing = false;
  }
}
