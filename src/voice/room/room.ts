import { Countdown } from '../../operations/countdown.ts';
import type { RoomEars } from '../ears/types.ts';
import type { RoomMouth } from '../mouth/types.ts';
import type { VoiceNotice } from '../words/voice-words.ts';
import type { RoomFeature } from './feature.ts';
import { Lease, type LeaseHost } from './lease.ts';
import type { Notices, Said } from './notices.ts';
import type { PresenceEvent } from './presence.ts';
import { takeStage } from './stage.ts';
import { VoiceStatus } from './status.ts';
import { RoomSupervisor, type RoomWorld } from './supervisor.ts';
import { Tenants } from './tenants.ts';
import { hushOf, type RoomEvent, transition } from './transition.ts';
import { Trouble, troubleOf } from './trouble.ts';
import type { EnterRequest, NoticePlace, RoomEnd, RoomLease, RoomState } from './types.ts';
import { answerOf } from './waiters.ts';
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

/** One room: its state, its tenants, and everything that exists as long as it does. */
export class Room {
  readonly guildId: string;
  /** Resolves when everything is released. */
  readonly ended: Promise<void>;
  readonly #options: RoomOptions;
  readonly #mouth: RoomMouth;
  readonly #ears: RoomEars;
  readonly #supervisor: RoomSupervisor;
  readonly #watch: RoomWatch;
  readonly #status: VoiceStatus;
  readonly #unheard: Trouble;
  readonly #deafened: Trouble;
  readonly #unintelligible: Trouble;
  readonly #idle: Countdown;
  readonly #tenants = new Tenants();
  readonly #host: LeaseHost;
  readonly #over: () => void;
  #state: RoomState;
  /** By the server. */
  #isDeafened = false;
  #lostPermissions: readonly string[] = [];
  /** For the sake of hearing. */
  #rejoinedAt = Number.NEGATIVE_INFINITY;
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
    this.#state = { is: 'joining', channelId, attempt: 1 };
    this.#supervisor = new RoomSupervisor(
      {
        world,
        guildId,
        deaf: !request.allowed?.size,
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
        onDeafened: (deafened) => this.#serverDeafened(deafened),
        onEnd: (end, lost) => {
          this.#lostPermissions = lost;
          void this.leave(end);
        },
      },
      channelId,
    );
    this.#mouth = world.createMouth(this.#supervisor);
    this.#ears = world.createEars();
    this.#mouth.pause();
    this.#ears.onFrame((frame) => this.#tenants.hear(frame));
    this.#ears.onDeafness((deaf) => this.#lostHearing(deaf));
    this.#status = new VoiceStatus(world.presence, guildId, world.log);
    const say = (place: NoticePlace, notice: VoiceNotice) => void this.#say(place, { notice });
    this.#unheard = new Trouble('heard-again', say);
    this.#deafened = new Trouble('hears-again', say);
    this.#unintelligible = new Trouble('hears-again', say);
    this.#host = this.#leaseHost();
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

  leaseOf(feature: RoomFeature): RoomLease | undefined {
    return this.#tenants.of(feature);
  }

  touch(): void {
    const { idleMs } = this.#options.settings;
    if (idleMs > 0 && this.#isPresent()) this.#idle.start(idleMs);
  }

  /** A feature wants to be here. Resolves when it can be heard. */
  async admit(request: EnterRequest): Promise<RoomLease> {
    const lease = this.#leaseFor(request);
    this.touch();
    try {
      await lease.waiters.wait(request.signal);
      lease.isTaken = true;
      return lease;
    } catch (error) {
      if (this.#isPointless(lease)) void lease.release();
      throw error;
    }
  }

  #leaseFor(request: EnterRequest): Lease {
    const known = this.#tenants.of(request.feature);
    if (known) {
      known.notices = request.notices;
      if (request.allowed) known.ears.allow(request.allowed);
      return known;
    }
    const lease = new Lease(this.#host, request, this.#mouth.seat(request.feature));
    lease.waiters.settle(answerOf(this.#state, this.#missing()));
    this.#tenants.add(lease);
    this.#hearingChanged();
    return lease;
  }

  /**
   * Nobody knows of it and nobody waits for it any more. Alone in a room that was joined it stays for a while, where a
   * moderator can let the bot speak.
   */
  #isPointless({ isTaken, waiters }: Lease): boolean {
    if (isTaken || !waiters.empty || !this.#isPresent()) return false;
    return this.#state.is === 'joining' || this.#tenants.all.length > 1;
  }

  #leaseHost(): LeaseHost {
    const state = () => this.#state;
    return {
      guildId: this.guildId,
      get state() {
        return state();
      },
      touch: () => this.touch(),
      hearingChanged: () => this.#hearingChanged(),
      statusChanged: async () => await this.#statusChanged(),
      release: async (lease) => await this.#letOut(lease),
      failed: (error) => this.#failed(error),
    };
  }

  /** Nobody outside of what the leases agreed to is decoded, and everybody sees whether the bot can hear at all. */
  #hearingChanged(): void {
    if (!this.#isPresent()) return;
    const { allowed } = this.#tenants;
    this.#ears.allow(allowed);
    this.#supervisor.setDeaf(allowed.size === 0);
    if (this.#isDeafened) this.#deafened.note('deafened', this.#hearingPlaces());
  }

  async #statusChanged(): Promise<void> {
    this.#status.wish(this.#tenants.status);
    if (this.#isConnected()) await this.#status.show(this.#state.channelId);
  }

  async #letOut(lease: Lease): Promise<void> {
    if (this.#tenants.all.length === 1 || !this.#isPresent()) {
      await this.leave('asked');
      return;
    }
    this.#tenants.remove(lease);
    lease.end('asked');
    this.#hearingChanged();
    await this.#statusChanged();
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

  /** A feature that hears nobody was never expected to. */
  #serverDeafened(deafened: boolean): void {
    this.#isDeafened = deafened;
    if (deafened) this.#deafened.note('deafened', this.#hearingPlaces());
    else this.#deafened.over(this.#tenants.places());
  }

  /** A new connection helps, mostly; when it did not, people are told. */
  #lostHearing(deaf: boolean): void {
    const now = this.#options.world.clock.now();
    if (deaf && now - this.#rejoinedAt > rejoinAgainMs) {
      this.#rejoinedAt = now;
      this.#supervisor.rejoin();
    } else if (deaf) this.#unintelligible.note('unintelligible', this.#hearingPlaces());
    else this.#unintelligible.over(this.#tenants.places());
  }

  #hearingPlaces(): readonly NoticePlace[] {
    return this.#tenants.places(({ allowed }) => allowed.size > 0);
  }

  #idled(): void {
    if (this.#mouth.busy) this.touch();
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
    this.#tellTrouble(next, missing.length > 0);
    for (const { waiters } of this.#tenants.all) waiters.settle(answerOf(next, missing));
    for (const lease of this.#tenants.all) {
      if (next.is === 'left') lease.end(next.end);
      else lease.tellState();
    }
  }

  /** Whoever waits is told by a refusal; everybody else by a notice. */
  #tellTrouble(state: RoomState, lacksSpeak: boolean): void {
    const trouble = troubleOf(state, lacksSpeak);
    if (state.is === 'ready') this.#unheard.over(this.#tenants.places());
    else if (trouble) this.#unheard.note(trouble, this.#tenants.places(), this.#tenants.answered);
  }

  /** Whatever goes wrong here goes no further: around it are the main gateway's and the sockets' own handlers. */
  #failed(error: unknown): void {
    this.#options.world.log.error({ err: error, guildId: this.guildId }, 'voice room error');
  }

  async #release(before: RoomState, end: RoomEnd): Promise<void> {
    try {
      await this.#letGo(
        end !== 'asked' && before.is !== 'joining' ? this.#sayEverywhere({ end }) : undefined,
      );
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
    // At once: nobody is heard while the rest takes its time.
    this.#ears.allow(new Set());
    await within(statusWithinMs, clock, this.#status.show(undefined));
    this.#ears.detach();
    this.#ears.close();
    await this.#supervisor.close();
    await lastWords;
  }

  async #sayEverywhere(said: Said): Promise<void> {
    await Promise.all(this.#tenants.places().map((place) => this.#say(place, said)));
  }

  #say({ channelId, locale }: NoticePlace, said: Said): Promise<void> {
    const { world, notices } = this.#options;
    const place = { channelId, locale: locale ?? world.presence.locale(this.guildId) };
    return notices.say(place, said, { channelId: this.#state.channelId, permissions: this.#missing() });
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
