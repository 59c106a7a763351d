import { CallView } from '../../src/call/call-view.ts';
import type {
  BasicCall,
  CallBasics,
  CallEnd,
  CallEvent,
  CallMinutes,
  StateOfCall,
} from '../../src/call/types.ts';
import type { CallKind } from '../../src/refusal/call.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { silentLog } from './fake-log.ts';

/** What every call has that does what a test says. */
export class FakeBasicCall<Request extends CallBasics, Activity extends string, Line, Trouble extends string>
  implements BasicCall<Line>
{
  readonly request: Request;
  readonly participants = new Set<string>();
  readonly pictures: Uint8Array[] = [];
  readonly ended: Promise<CallEnd>;
  state: StateOfCall<Activity | 'listening'> = { is: 'running', activity: 'listening' };
  channelId: string;
  livedMs = 0;
  servedMs = 0;
  payer: string;
  /** What's left for it. */
  left: Partial<CallMinutes> = {};
  /** Why nobody else can pay. */
  spent: Refusal | undefined;
  speaker: string | undefined;
  trouble: Trouble | undefined;
  /** What becomes of a picture. */
  answer: 'shown' | 'before-audio' | 'too-soon' = 'shown';
  #changes = 0;
  /** Every `change` is one. */
  readonly #view = new CallView<Line>(silentLog, () => `${this.#changes}`);
  readonly #onEnded: (end: CallEnd) => void;

  constructor(request: Request) {
    const { promise, resolve } = Promise.withResolvers<CallEnd>();
    this.request = request;
    this.channelId = request.voiceChannelId;
    this.payer = request.startedBy;
    this.ended = promise;
    this.#onEnded = resolve;
  }

  join(userId: string): void {
    this.participants.add(userId);
    this.change();
  }

  async leave(userId: string): Promise<void> {
    this.participants.delete(userId);
    this.depart(userId);
    this.change();
  }

  async show(jpeg: Uint8Array) {
    if (this.answer === 'shown') this.pictures.push(jpeg);
    return this.answer;
  }

  depart(userId: string): void {
    this.#view.tell({ is: 'left', userId });
  }

  async minutes(): Promise<CallMinutes> {
    return { payer: this.payer, isPayersDay: true, ...this.left };
  }

  async payBy(userId: string): Promise<void> {
    if (this.spent) throw this.spent;
    this.payer = userId;
    this.left = {};
    this.change();
  }

  async stop(end: CallEnd = 'asked', by?: string): Promise<void> {
    await this.fail(end, undefined, by);
  }

  async fail(end: CallEnd, error?: unknown, by?: string): Promise<void> {
    if (this.state.is === 'ended') return;
    this.state = {
      ...{ is: 'ended', end },
      ...(by === undefined ? {} : { by }),
      ...(error === undefined ? {} : { error }),
    };
    this.participants.clear();
    this.change();
    this.#onEnded(end);
  }

  onChange(listener: () => void, of?: () => unknown): () => void {
    return this.#view.onChange(listener, of);
  }

  watch(listener: (event: CallEvent<Line>) => void): () => void {
    return this.#view.watch(listener);
  }

  /** Somebody's microphone picked the bot up. */
  echo(userId: string): void {
    this.#view.tell({ is: 'echo', userId });
  }

  become(activity: Activity): void {
    this.state = { is: 'running', activity };
    this.change();
  }

  /** A moderator puts the bot into another channel. */
  move(channelId: string): void {
    this.channelId = channelId;
    this.change();
  }

  change(): void {
    this.#changes += 1;
    this.#view.changed();
  }

  /** Somebody says something, or goes on saying it. */
  line(line: Line): void {
    this.#view.tell({ is: 'line', line });
  }
}

/** All of one kind. */
export class FakeCallsOfKind<
  Request extends CallBasics,
  Call extends BasicCall & { readonly request: Request },
> {
  /** Every one that was started, the last one at the end. */
  readonly all: Call[] = [];
  /** What the next start ends in. */
  failure: Error | undefined;
  readonly #kind: CallKind;
  readonly #create: (request: Request) => Call;

  constructor(kind: CallKind, create: (request: Request) => Call) {
    this.#kind = kind;
    this.#create = create;
  }

  of(guildId: string): Call | undefined {
    return this.all.findLast(({ request, state }) => request.guildId === guildId && state.is === 'running');
  }

  async start(request: Request): Promise<Call> {
    const { failure } = this;
    this.failure = undefined;
    if (failure) throw failure;
    const running = this.of(request.guildId);
    if (running)
      throw new Refusal({ code: 'call-running-already', kind: this.#kind, channelId: running.channelId });
    const call = this.#create(request);
    this.all.push(call);
    return call;
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((call) => call.stop('shutting-down')));
  }
}
