import type { Refusal } from '../../src/refusal/refusal.ts';
import type { Ears } from '../../src/voice/ears/types.ts';
import type { MouthSeat, Playback, PlaybackEnd, PlayRequest } from '../../src/voice/mouth/types.ts';
import type { OpusPacket } from '../../src/voice/packets/audio.ts';
import type { RoomFeature } from '../../src/voice/room/feature.ts';
import type {
  EnterRequest,
  PersonInVoice,
  RoomEnd,
  RoomLease,
  RoomState,
  VoiceRooms,
} from '../../src/voice/room/types.ts';
import { Listeners } from './listeners.ts';

/** One playback of the fake mouth, moved on by the test or by its packets. */
export class FakePlayback implements Playback {
  readonly id: string;
  readonly request: PlayRequest;
  readonly packets: Uint8Array[] = [];
  readonly started: Promise<boolean>;
  readonly ended: Promise<PlaybackEnd>;
  error: unknown;
  playedMs = 0;
  end_: PlaybackEnd | undefined;
  #start: (heard: boolean) => void = () => undefined;
  #end: (end: PlaybackEnd) => void = () => undefined;

  constructor(request: PlayRequest) {
    this.id = request.id;
    this.request = request;
    this.started = new Promise((resolve) => {
      this.#start = resolve;
    });
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  setGain(): boolean {
    return false;
  }

  begin(): void {
    this.#start(true);
  }

  finish(end: PlaybackEnd, error?: unknown): void {
    if (this.end_) return;
    this.end_ = end;
    this.error = error;
    this.#start(false);
    this.#end(end);
  }
}

function packetsOf(request: PlayRequest): AsyncIterable<OpusPacket> {
  return 'packets' in request ? request.packets : request.pcm;
}

/** Plays one thing after another, as fast as its packets come; `holding` makes each wait for `release`. */
export class FakeMouth implements MouthSeat {
  readonly playbacks: FakePlayback[] = [];
  holding = false;
  #line: FakePlayback[] = [];
  #released: (() => void) | undefined;

  get playing(): string | undefined {
    return this.#line[0]?.id;
  }

  get waiting(): readonly string[] {
    return this.#line.slice(1).map(({ id }) => id);
  }

  play(request: PlayRequest): Playback {
    const playback = new FakePlayback(request);
    this.playbacks.push(playback);
    this.#line.push(playback);
    if (this.#line.length === 1) void this.#run(playback);
    return playback;
  }

  skip(id = this.playing): boolean {
    const playback = this.#line.find((each) => each.id === id);
    if (!playback) return false;
    this.#remove(playback, 'skipped');
    return true;
  }

  hold(): () => void {
    return () => undefined;
  }

  stop(): void {
    for (const playback of this.#line.toReversed()) this.#remove(playback, 'stopped');
  }

  close(): void {
    for (const playback of this.#line.toReversed()) this.#remove(playback, 'left');
  }

  /** Lets what is heard come to its end. */
  release(): void {
    this.#released?.();
  }

  /** Nothing waits any more, what's heard neither. */
  letGo(): void {
    this.holding = false;
    this.release();
  }

  async #run(playback: FakePlayback): Promise<void> {
    try {
      for await (const packet of packetsOf(playback.request)) {
        if (playback.end_) return;
        if (playback.packets.length === 0) playback.begin();
        playback.packets.push(packet);
        playback.playedMs += 20;
      }
      while (this.holding && !playback.end_) {
        await new Promise<void>((resolve) => {
          this.#released = resolve;
        });
        break;
      }
      this.#remove(playback, 'finished');
    } catch (error) {
      this.#remove(playback, 'failed', error);
    }
  }

  #remove(playback: FakePlayback, end: PlaybackEnd, error?: unknown): void {
    if (!this.#line.includes(playback)) return;
    const wasPlaying = this.#line[0] === playback;
    this.#line = this.#line.filter((each) => each !== playback);
    playback.finish(end, error);
    const [next] = this.#line;
    if (wasPlaying && next) void this.#run(next);
  }
}

const deafEars: Ears = { allow: () => undefined, onFrame: () => () => undefined };

/** A feature's lease of a room that can always be heard, unless a test says otherwise. */
export class FakeLease implements RoomLease {
  readonly guildId: string;
  readonly feature: RoomFeature;
  readonly mouth = new FakeMouth();
  readonly ears = deafEars;
  readonly ended: Promise<RoomEnd>;
  readonly statuses: (string | undefined)[] = [];
  touched = 0;
  state: RoomState;
  readonly #listeners = new Listeners<(state: RoomState) => void>();
  readonly onChange = this.#listeners.listen;
  readonly #onLeft: (lease: FakeLease) => void;
  readonly #onEnded: (end: RoomEnd) => void;

  constructor(
    { guildId, channelId, feature }: Pick<EnterRequest, 'guildId' | 'channelId' | 'feature'>,
    onLeft: (lease: FakeLease) => void,
  ) {
    const { promise, resolve } = Promise.withResolvers<RoomEnd>();
    this.guildId = guildId;
    this.feature = feature;
    this.state = { is: 'ready', channelId };
    this.ended = promise;
    this.#onEnded = resolve;
    this.#onLeft = onLeft;
  }

  become(state: RoomState): void {
    this.state = state;
    this.#listeners.tell(state);
  }

  touch(): void {
    this.touched += 1;
  }

  async setStatus(text: string | undefined): Promise<void> {
    this.statuses.push(text);
  }

  async release(): Promise<void> {
    await this.end('asked');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.release();
  }

  /** The room is left, in the order in which a real one does it. */
  async end(end: RoomEnd): Promise<void> {
    if (this.state.is === 'left') return;
    const { channelId } = this.state;
    this.become({ is: 'leaving', channelId, end });
    this.mouth.close();
    await Promise.resolve();
    this.become({ is: 'left', channelId, end });
    this.#onEnded(end);
    this.#onLeft(this);
  }
}

/** Voice channels as features see them: people put into them by a test, and rooms that can always be heard. */
export class FakeVoiceRooms implements VoiceRooms {
  readonly entered: EnterRequest[] = [];
  /** By guild; nobody shares these rooms. */
  readonly leases = new Map<string, FakeLease>();
  /** What `enter` throws next. */
  refusal: Refusal | undefined;
  readonly #people = new Map<string, PersonInVoice>();

  put(guildId: string, userId: string, channelId: string | undefined, deafened = false, muted = false): void {
    if (channelId === undefined) this.#people.delete(`${guildId}/${userId}`);
    else this.#people.set(`${guildId}/${userId}`, { channelId, deafened, muted });
  }

  of(guildId: string): FakeLease | undefined {
    return this.leases.get(guildId);
  }

  async enter(request: EnterRequest): Promise<RoomLease> {
    this.entered.push(request);
    if (this.refusal) throw this.refusal;
    const known = this.leases.get(request.guildId);
    if (known) return known;
    const lease = new FakeLease(request, (left) => {
      if (this.leases.get(left.guildId) === left) this.leases.delete(left.guildId);
    });
    this.leases.set(request.guildId, lease);
    return lease;
  }

  whereIs(guildId: string, userId: string): PersonInVoice | undefined {
    return this.#people.get(`${guildId}/${userId}`);
  }

  /** Everybody who was put there. */
  in(guildId: string, channelId: string): readonly string[] {
    return [...this.#people]
      .filter(([key, person]) => key.startsWith(`${guildId}/`) && person.channelId === channelId)
      .map(([key]) => key.slice(guildId.length + 1));
  }

  async close(): Promise<void> {
    for (const lease of [...this.leases.values()]) await lease.end('shutting-down');
  }
}
