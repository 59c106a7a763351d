import type { Ears } from '../ears/types.ts';
import type { Mouth } from '../mouth/types.ts';
import { Countdown } from './countdown.ts';
import { hushOf } from './hush.ts';
import type { Notices, Said } from './notices.ts';
import type { RoomEars, RoomMouth } from './parts.ts';
import type { PresenceEvent } from './presence.ts';
import { takeStage } from './stage.ts';
import { VoiceStatus } from './status.ts';
import { RoomSupervisor, type RoomWorld } from './supervisor.ts';
import { type RoomEvent, transition } from './transition.ts';
import { RoomTrouble } from './trouble.ts';
import type { EnterRequest, RoomEnd, RoomState, VoiceRoom } from './types.ts';
import { answerOf, RoomWaiters } from './waiters.ts';
import { RoomWatch } from './watch.ts';

export interface RoomSettings {
  /** How long the bot stays when it is alone. */
  readonly aloneMs: number;
  /** How long it stays when nothing happens; 0: for ever. */
  readonly idleMs: number;
}

export interface RoomOptions {
  readonly world: RoomWorld;
  readonly settings: RoomSettings;
  readonly notices: Notices;
  readonly onEnd: (room: Room, end: RoomEnd) => void;
}

/** For clearing the status and for the last words; with the leaving itself, a room is gone within 5 s. */
const statusWithinMs = 1_500;
const lastWordsWithinMs = 4_500;
const rejoinAgainMs = 5 * 60_000;

/** One room: its state, and everything that exists as long as it does. */
export class Room implements VoiceRoom {
  readonly guildId: string;
  readonly mouth: Mouth;
  readonly ears: Ears;
  /** Resolves when everything is released. */
  readonly ended: Promise<void>;
  readonly #options: RoomOptions;
  readonly #mouth: RoomMouth;
  readonly #ears: RoomEars;
  readonly #supervisor: RoomSupervisor;
  readonly #watch: RoomWatch;
  readonly #status: VoiceStatus;
  readonly #trouble: RoomTrouble;
  readonly #idle: Countdown;
  readonly #waiters = new RoomWaiters();
  readonly #listeners = new Set<(state: RoomState) => void>();
  readonly #over: () => void;
  #state: RoomState;
  #noticesTo: string;
  #lostPermissions: readonly string[] = [];
  /** For the sake of hearing. */
  #rejoinedAt = Number.NEGATIVE_INFINITY;
  #toldDeaf = false;
  /** Which opening of a connection is being taken up. */
  #opening = 0;

  constructor(options: RoomOptions, request: EnterRequest) {
    const { world, settings } = options;
    const { guildId, channelId } = request;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.guildId = guildId;
    this.ended = promise;
    this.#over = resolve;
    this.#options = options;
    this.#noticesTo = request.noticesTo;
    this.#state = { is: 'joining', channelId, attempt: 1 };
    this.#supervisor = new RoomSupervisor(
      {
        world,
        guildId,
        deaf: request.deaf,
        onNetworking: (connection) => this.#ears.attach(connection),
        onUp: () => this.#up().catch((error: unknown) => this.#failed(error)),
        onDown: (attempt) => this.#down(attempt),
        onEnd: (end) => void this.leave(end),
      },
      channelId,
    );
    this.#watch = new RoomWatch(
      {
        presence: world.presence,
        clock: world.clock,
        guildId,
        aloneMs: settings.aloneMs,
        between: () => this.#supervisor.between,
        onMoved: (to) => this.#moved(to),
        onHush: (hush) => this.#apply({ type: 'hushed', hush }),
        onDeafened: (deafened) => this.#deafened(deafened),
        onEnd: (end, lost) => {
          this.#lostPermissions = lost;
          void this.leave(end);
        },
      },
      channelId,
    );
    this.#mouth = world.createMouth(this.#supervisor);
    this.#ears = world.createEars();
    this.mouth = this.#mouth;
    this.ears = this.#ears;
    this.#mouth.pause();
    this.#ears.onDeafness((deaf) => this.#lostHearing(deaf));
    this.#status = new VoiceStatus(world.presence, guildId, world.log);
    this.#trouble = new RoomTrouble((notice) => void this.#say({ notice }));
    this.#idle = new Countdown(world.clock, () => this.#idled());
    this.touch();
  }

  get state(): RoomState {
    return this.#state;
  }

  start(): void {
    this.#supervisor.start();
    this.#watch.look();
  }

  onChange(listener: (state: RoomState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  touch(): void {
    const { idleMs } = this.#options.settings;
    if (idleMs > 0 && this.#isPresent()) this.#idle.start(idleMs);
  }

  async setStatus(text: string | undefined): Promise<void> {
    this.#status.wish(text);
    if (this.#isConnected()) await this.#status.show(this.#state.channelId);
  }

  /**
   * Somebody wants it, here. Resolves when it can be heard; with nobody left who waits, a room that is still being
   * joined is given up.
   */
  async admit(request: EnterRequest): Promise<void> {
    this.#noticesTo = request.noticesTo;
    this.touch();
    if (!request.deaf && this.#supervisor.deaf) await this.#supervisor.setDeaf(false);
    try {
      await this.#waiters.wait(request.signal);
    } catch (error) {
      if (this.#state.is === 'joining' && this.#waiters.empty) void this.leave('asked');
      throw error;
    }
  }

  /** What the main gateway says. */
  hear(event: PresenceEvent): void {
    try {
      this.#take(event);
    } catch (error) {
      this.#failed(error);
    }
  }

  #take(event: PresenceEvent): void {
    if (!this.#isPresent()) return;
    if (event.type === 'renewed') {
      this.#watch.renew();
      void this.#supervisor.renew();
    } else if (event.type === 'left' && event.channelId === this.#state.channelId) {
      this.#supervisor.forget(event.userId);
      this.#ears.forget(event.userId);
    }
    this.#watch.look();
  }

  leave(end: RoomEnd): Promise<void> {
    const before = this.#state;
    if (this.#isPresent()) {
      this.#apply({ type: 'leave', end });
      void this.#release(before, end);
    }
    return this.ended;
  }

  async #up(): Promise<void> {
    const mine = ++this.#opening;
    const { world } = this.#options;
    const { channelId } = this.#state;
    await takeStage(world, this.guildId, channelId, this.#state.is === 'joining');
    if (mine !== this.#opening || !this.#isPresent()) return;
    const place = world.presence.place(this.guildId, channelId);
    const hush = place ? hushOf(world.presence.own(this.guildId), place) : { is: 'none' as const };
    this.#apply({ type: 'connected', hush });
    this.#watch.look();
    void this.#status.show(channelId);
  }

  #down(attempt: number): void {
    this.#opening += 1;
    this.#apply({ type: 'down', attempt });
  }

  #moved(channelId: string): void {
    this.#opening += 1;
    this.#supervisor.follow(channelId);
    this.#apply({ type: 'moved', channelId });
  }

  #deafened(deafened: boolean): void {
    // Nobody expects a room to hear that was deaf from the beginning.
    if (!this.#supervisor.deaf) void this.#say({ notice: deafened ? 'deafened' : 'hears-again' });
  }

  /** A new connection helps, mostly; when it did not, people are told. */
  #lostHearing(deaf: boolean): void {
    const now = this.#options.world.clock.now();
    if (deaf && now - this.#rejoinedAt > rejoinAgainMs) {
      this.#rejoinedAt = now;
      this.#supervisor.rejoin();
    } else if (deaf !== this.#toldDeaf) {
      this.#toldDeaf = deaf;
      void this.#say({ notice: deaf ? 'unintelligible' : 'hears-again' });
    }
  }

  #idled(): void {
    const isBusy = this.#mouth.playing !== undefined || this.#mouth.waiting.length > 0;
    if (isBusy) this.touch();
    else void this.leave('idle');
  }

  /** The only writer of the state. */
  #apply(event: RoomEvent): void {
    const before = this.#state;
    const next = transition(before, event);
    if (next === before) return;
    this.#state = next;
    if (next.is === 'ready') this.#mouth.resume();
    else this.#mouth.pause();
    const missing = this.#missing();
    // Whoever waits is told by a refusal; everybody else by a notice.
    this.#trouble.note(next, missing.length > 0, !this.#waiters.empty);
    this.#waiters.settle(answerOf(next, missing));
    for (const listener of [...this.#listeners]) {
      try {
        listener(next);
      } catch (error) {
        this.#failed(error);
      }
    }
  }

  /** Whatever goes wrong here goes no further: around it are the main gateway's and the sockets' own handlers. */
  #failed(error: unknown): void {
    this.#options.world.log.error({ err: error, guildId: this.guildId }, 'voice room error');
  }

  async #release(before: RoomState, end: RoomEnd): Promise<void> {
    try {
      await this.#letGo(end !== 'asked' && before.is !== 'joining' ? this.#say({ end }) : undefined);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#apply({ type: 'gone' });
      this.#over();
      this.#options.onEnd(this, end);
    }
  }

  async #letGo(saying: Promise<void> | undefined): Promise<void> {
    const { clock } = this.#options.world;
    const lastWords = within(lastWordsWithinMs, clock, saying);
    this.#opening += 1;
    this.#idle.cancel();
    this.#watch.stop();
    this.#mouth.close();
    await within(statusWithinMs, clock, this.#status.show(undefined));
    this.#ears.detach();
    this.#ears.close();
    await this.#supervisor.close();
    await lastWords;
  }

  #say(said: Said): Promise<void> {
    const { world, notices } = this.#options;
    const about = { channelId: this.#state.channelId, permissions: this.#missing() };
    return notices.say(this.#noticesTo, world.presence.locale(this.guildId), said, about);
  }

  #missing(): readonly string[] {
    if (this.#lostPermissions.length > 0) return this.#lostPermissions;
    const place = this.#options.world.presence.place(this.guildId, this.#state.channelId);
    return place?.kind === 'voice' && !place.may('Speak') ? ['Speak'] : [];
  }

  #isPresent(): boolean {
    return this.#state.is !== 'leaving' && this.#state.is !== 'left';
  }

  #isConnected(): boolean {
    return this.#state.is === 'ready' || this.#state.is === 'muted' || this.#state.is === 'suppressed';
  }
}

/** Resolves with the work, or when its time is up. */
async function within(
  durationMs: number,
  clock: RoomWorld['clock'],
  work: Promise<void> | undefined,
): Promise<void> {
  if (!work) return;
  const done = new AbortController();
  const timeUp = clock.sleep(durationMs, done.signal).catch(() => undefined);
  await Promise.race([work, timeUp]);
  done.abort();
}
