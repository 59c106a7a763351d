import type { VoiceConnection } from '@discordjs/voice';
import { Countdown, withTimeout } from '../../operations/clock.ts';
import type { RoomEars } from '../ears/types.ts';
import type { RoomMouth } from '../mouth/types.ts';
import { VoiceStatus } from './channel-status.ts';
import type { RoomFeature } from './feature.ts';
import { answerOf } from './lease.ts';
import type { Notices, SaidAbout } from './notices.ts';
import type { PresenceEvent } from './presence.ts';
import { takeStage } from './stage.ts';
import { RoomSupervisor, type RoomWorld, type SupervisorEvent } from './supervisor.ts';
import { Tenants, type TenantsHost } from './tenants.ts';
import { hushOf, type RoomEvent, transition } from './transition.ts';
import { RoomTroubles } from './troubles.ts';
import type { EnterRequest, NoticePlace, RoomEnd, RoomLease, RoomState, Said } from './types.ts';
import { RoomWatch, type WatchEvent } from './watch.ts';

export interface RoomSettings {
  /** How long the bot stays if it's alone. */
  readonly aloneMs: number;
  /** How long it stays if nothing happens; 0: forever. */
  readonly idleMs: number;
}

/** For restoring the status and posting last messages. With the leaving itself, a room is gone within 5 s. */
const statusWithinMs = 1_500;
const lastWordsWithinMs = 4_500;
const rejoinAgainMs = 5 * 60_000;

/** A room: its state, its tenants, and everything that lives as long as it does. */
export class Room {
  readonly guildId: string;
  /** Resolves when everything is released. */
  readonly ended: Promise<void>;
  readonly #world: RoomWorld;
  readonly #notices: Notices;
  readonly #onEnd: (room: Room, end: RoomEnd) => void;
  readonly #mouth: RoomMouth;
  readonly #supervisor: RoomSupervisor;
  readonly #watch: RoomWatch;
  readonly #status: VoiceStatus;
  readonly #troubles: RoomTroubles;
  readonly #idle: Countdown;
  readonly #tenants: Tenants;
  readonly #over: () => void;
  #state: RoomState;
  #idleMs: number;
  /** Made when a person may first be heard: a room that only speaks needs none. */
  #ears: RoomEars | undefined;
  /** What they hear through. */
  #connection: VoiceConnection | undefined;
  #lostPermissions: readonly string[] = [];
  /** When it last rejoined to hear again. */
  #rejoinedAt = Number.NEGATIVE_INFINITY;
  /** Counts the openings of connections, to tell the current one. */
  #opening = 0;

  constructor(
    world: RoomWorld,
    settings: RoomSettings,
    notices: Notices,
    onEnd: (room: Room, end: RoomEnd) => void,
    request: EnterRequest,
  ) {
    const { guildId, channelId } = request;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.guildId = guildId;
    this.ended = promise;
    this.#over = resolve;
    this.#world = world;
    this.#notices = notices;
    this.#onEnd = onEnd;
    this.#idleMs = request.idleMs ?? settings.idleMs;
    this.#state = { is: 'joining', channelId, attempt: 1 };
    this.#supervisor = new RoomSupervisor(
      world,
      guildId,
      !request.allowed?.size,
      (event) => this.#hearSupervisor(event),
      channelId,
    );
    this.#watch = new RoomWatch(
      {
        presence: world.presence,
        clock: world.clock,
        guildId,
        aloneMs: settings.aloneMs,
        between: () => this.#supervisor.between,
        tell: (event) => this.#hearWatch(event),
      },
      channelId,
    );
    this.#mouth = world.createMouth(this.#supervisor);
    this.#mouth.pause();
    this.#status = new VoiceStatus(world, guildId, (left) => this.#statusStuck(left));
    this.#tenants = new Tenants(this.#asHost());
    this.#troubles = new RoomTroubles(this.#tenants, (place, notice) => void this.#say(place, { notice }));
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

  touch(): void {
    if (this.#idleMs > 0 && this.#isPresent()) this.#idle.start(this.#idleMs);
  }

  leaseOf(feature: RoomFeature): RoomLease | undefined {
    return this.#tenants.of(feature);
  }

  /** A feature wants to be here. Resolves when people can hear it. */
  async admit(request: EnterRequest): Promise<RoomLease> {
    this.#idleMs = request.idleMs ?? this.#idleMs;
    return await this.#tenants.admit(request);
  }

  /** What the leases mean for the room as a whole. */
  #asHost(): TenantsHost {
    const state = () => this.#state;
    const answer = () => answerOf(this.#state, this.#missing());
    return {
      guildId: this.guildId,
      get state() {
        return state();
      },
      get answer() {
        return answer();
      },
      seat: (feature) => this.#mouth.seat(feature),
      touch: () => this.touch(),
      showStatus: async (text) => {
        this.#status.wish(text);
        if (this.#isConnected()) await this.#status.show(this.#state.channelId);
      },
      leave: async () => await this.leave('asked'),
      tell: (event) => {
        if (event.is === 'hearing') this.#mayHear(event.allowed);
        else this.#failed(event.error);
      },
    };
  }

  /** Only decodes these people, and shows everybody whether the bot can hear at all. */
  #mayHear(allowed: ReadonlySet<string>): void {
    if (!this.#isPresent()) return;
    if (allowed.size > 0) this.#ears ??= this.#openEars();
    this.#ears?.allow(allowed);
    this.#supervisor.setDeaf(allowed.size === 0);
    this.#troubles.hearingChanged();
  }

  #openEars(): RoomEars {
    const ears = this.#world.createEars();
    ears.onFrame((frame) => this.#tenants.hearFrame(frame));
    ears.onDeafness((deaf) => this.#lostHearing(deaf));
    if (this.#connection) ears.attach(this.#connection);
    return ears;
  }

  /** Handles an event of the main gateway. */
  handleEvent(event: PresenceEvent): void {
    try {
      this.#take(event);
    } catch (error) {
      this.#failed(error);
    }
  }

  #take(event: PresenceEvent): void {
    if (event.type === 'status') {
      this.#status.noteStatus(event.news, event.channelId, event.text);
      return;
    }
    if (!this.#isPresent()) return;
    if (event.type === 'renewed') {
      this.#watch.renew();
      void this.#supervisor.renew();
    } else if (event.type === 'left' && event.channelId === this.#state.channelId) {
      this.#supervisor.forget(event.userId);
      this.#ears?.forget(event.userId);
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
    const { guildId } = this;
    const { presence } = this.#world;
    const { channelId } = this.#state;
    const stage = presence.place(guildId, channelId);
    if (stage?.kind === 'stage')
      await takeStage(this.#world, { guildId, channelId, place: stage }, this.#state.is === 'joining');
    if (mine !== this.#opening || !this.#isPresent()) return;
    const place = presence.place(guildId, channelId);
    const hush = place ? hushOf(presence.own(guildId), place) : { is: 'none' as const };
    this.#apply({ type: 'connected', hush });
    this.#watch.arrived();
    void this.#status.show(channelId);
  }

  #down(attempt: number): void {
    this.#opening += 1;
    this.#apply({ type: 'down', attempt });
  }

  #hearSupervisor(event: SupervisorEvent): void {
    if (event.is === 'networking') {
      this.#connection = event.connection;
      this.#ears?.attach(event.connection);
    } else if (event.is === 'up') this.#up().catch((error: unknown) => this.#failed(error));
    else if (event.is === 'down') this.#down(event.attempt);
    else void this.leave(event.end);
  }

  #hearWatch(event: WatchEvent): void {
    if (event.is === 'moved') this.#moved(event.channelId);
    else if (event.is === 'hush') this.#apply({ type: 'hushed', hush: event.hush });
    else if (event.is === 'deafened') this.#troubles.deafened(event.deafened);
    else {
      this.#lostPermissions = event.lost;
      void this.leave(event.end);
    }
  }

  #moved(channelId: string): void {
    this.#opening += 1;
    this.#supervisor.follow(channelId);
    this.#apply({ type: 'moved', channelId });
  }

  /** A new connection usually helps; if it didn't, people are told. */
  #lostHearing(deaf: boolean): void {
    const now = this.#world.clock.now();
    if (deaf && now - this.#rejoinedAt > rejoinAgainMs) {
      this.#rejoinedAt = now;
      this.#supervisor.rejoin();
    } else this.#troubles.unintelligible(deaf);
  }

  #idled(): void {
    if (this.#mouth.busy) this.touch();
    else void this.leave('idle');
  }

  /** Only this writes the state. */
  #apply(event: RoomEvent): void {
    const before = this.#state;
    const next = transition(before, event);
    if (next === before) return;
    this.#state = next;
    if (next.is === 'ready') this.#mouth.resume();
    else this.#mouth.pause();
    // Before callers who wait are answered, so that nobody is told twice.
    this.#troubles.stateChanged(next, this.#missing().length > 0);
    this.#tenants.follow();
  }

  /** Errors stop here, because the callers are handlers of the main gateway and the sockets. */
  #failed(error: unknown): void {
    this.#world.log.error({ err: error, guildId: this.guildId }, 'voice room error');
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
      this.#onEnd(this, end);
    }
  }

  async #letGo(saying: Promise<void> | undefined): Promise<void> {
    const { clock } = this.#world;
    const lastWords = saying && withTimeout(saying, lastWordsWithinMs, clock);
    this.#opening += 1;
    this.#idle.cancel();
    this.#watch.stop();
    this.#mouth.close();
    // Right away, so that nobody is heard while the rest takes its time.
    this.#ears?.allow(new Set());
    await withTimeout(this.#status.show(undefined), statusWithinMs, clock);
    this.#ears?.detach();
    this.#ears?.close();
    await this.#supervisor.close();
    await lastWords;
  }

  async #sayEverywhere(said: Said): Promise<void> {
    const places = this.#tenants.places().filter(({ shows }) => !shows?.(said));
    await Promise.all(places.map((place) => this.#say(place, said)));
  }

  /** A channel that the bot is gone from claims that it's there, so moderators are told. */
  #statusStuck(left: string): void {
    const about = { channelId: left, permissions: ['ManageChannels'] };
    for (const place of this.#tenants.places()) void this.#say(place, { notice: 'status-stuck' }, about);
  }

  #say({ channelId, locale }: NoticePlace, said: Said, about: Partial<SaidAbout> = {}): Promise<void> {
    const place = { channelId, locale: locale ?? this.#world.presence.locale(this.guildId) };
    const here = { channelId: this.#state.channelId, permissions: this.#missing() };
    return this.#notices.say(place, said, { ...here, ...about });
  }

  #missing(): readonly string[] {
    if (this.#lostPermissions.length > 0) return this.#lostPermissions;
    const place = this.#world.presence.place(this.guildId, this.#state.channelId);
    return place?.kind === 'voice' && !place.may('Speak') ? ['Speak'] : [];
  }

  #isPresent(): boolean {
    return this.#state.is !== 'leaving' && this.#state.is !== 'left';
  }

  #isConnected(): boolean {
    return this.#state.is === 'ready' || this.#state.is === 'muted' || this.#state.is === 'suppressed';
  }
}
