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

/** What begins and ends as a test, or a fake mouth, says. */
export class ToldPlayback {
  readonly id: string;
  readonly request: PlayRequest;
  readonly started: Promise<boolean>;
  readonly ended: Promise<PlaybackEnd>;
  error: unknown;
  end_: PlaybackEnd | undefined;
  readonly #start = Promise.withResolvers<boolean>();
  readonly #end = Promise.withResolvers<PlaybackEnd>();

  constructor(request: PlayRequest) {
    this.id = request.id;
    this.request = request;
    this.started = this.#start.promise;
    this.ended = this.#end.promise;
  }

  begin(): void {
    this.#start.resolve(true);
  }

  finish(end: PlaybackEnd, error?: unknown): void {
    if (this.end_) return;
    this.end_ = end;
    this.error = error;
    this.#start.resolve(false);
    this.#end.resolve(end);
  }
}

/** One playback of the fake mouth, moved on by its packets. */
class FakePlayback extends ToldPlayback implements Playback {
  readonly packets: Uint8Array[] = [];
  playedMs = 0;

  setGain(): boolean {
    return false;
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

/** A feature's lease of a room, which stands as a test says. */
export abstract class ToldLease implements AsyncDisposable {
  readonly guildId: string;
  readonly feature: RoomFeature;
  readonly ended: Promise<RoomEnd>;
  readonly statuses: (string | undefined)[] = [];
  state: RoomState;
  readonly #listeners = new Listeners<(state: RoomState) => void>();
  readonly onChange = this.#listeners.listen;
  readonly #end = Promise.withResolvers<RoomEnd>();

  constructor({ guildId, channelId, feature }: Pick<EnterRequest, 'guildId' | 'channelId' | 'feature'>) {
    this.guildId = guildId;
    this.feature = feature;
    this.state = { is: 'ready', channelId };
    this.ended = this.#end.promise;
  }

  become(state: RoomState): void {
    this.state = state;
    this.#listeners.tell(state);
  }

  async setStatus(text: string | undefined): Promise<void> {
    this.statuses.push(text);
  }

  abstract release(): Promise<void>;

  async [Symbol.asyncDispose](): Promise<void> {
    await this.release();
  }

  leave(end: RoomEnd): void {
    if (this.state.is === 'left') return;
    this.become({ is: 'left', channelId: this.state.channelId, end });
    this.#end.resolve(end);
  }
}

/** One of a room that can always be heard, unless a test says otherwise. */
export class FakeLease extends ToldLease implements RoomLease {
  readonly mouth = new FakeMouth();
  readonly ears = deafEars;
  touched = 0;
  readonly #onLeft: (lease: FakeLease) => void;

  constructor(request: ConstructorParameters<typeof ToldLease>[0], onLeft: (lease: FakeLease) => void) {
    super(request);
    this.#onLeft = onLeft;
  }

  touch(): void {
    this.touched += 1;
  }

  async release(): Promise<void> {
    await this.end('asked');
  }

  /** The room is left, in the order in which a real one does it. */
  async end(end: RoomEnd): Promise<void> {
    if (this.state.is === 'left') return;
    this.become({ is: 'leaving', channelId: this.state.channelId, end });
    this.mouth.close();
    await Promise.resolve();
    this.leave(end);
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
