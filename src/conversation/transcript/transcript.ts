import type { Logger } from 'pino';
import { HiddenLines, type HiddenLinesParts } from '../../call/transcript/hidden-lines.ts';
import { leaveFile } from '../../call/transcript/leave-file.ts';
import { lineNonce } from '../../call/transcript/line-nonce.ts';
import { openThread } from '../../call/transcript/open-thread.ts';
import type { CallEnd } from '../../call/types.ts';
import { Captions, type GrowingLine } from '../../discord/captions.ts';
import { container, text } from '../../discord/layout.ts';
import type { Messenger } from '../../discord/messenger.ts';
import type { Clock } from '../../operations/clock.ts';
import { type Words, wordsFor } from '../../words/index.ts';
import type { Call, CallLine, CallRequest } from '../call-types.ts';
import { transcriptText } from './file-lines.ts';
import { lineText } from './line-text.ts';
import { renderRecap } from './recap.ts';

export interface TranscriptParts {
  readonly call: Pick<
    Call,
    'request' | 'channelId' | 'livedMs' | 'onLine' | 'onChange' | 'onLeave' | 'ended'
  >;
  /** A person's name in that guild. */
  readonly nameOf: (userId: string) => string;
  /** What was decided in a call with this text. Takes a while, and never rejects. */
  readonly decisionsIn?: AskDecisions | undefined;
  /** Whether people who can't see that voice channel could read that text channel. */
  readonly exposes: HiddenLinesParts['exposes'];
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
}

/** `spent`: nothing is left of the day's live time. */
export type AskDecisions = (text: string, request: CallRequest) => Promise<readonly string[] | 'spent'>;

interface Shown extends GrowingLine {
  line: CallLine;
  over: boolean;
  /** Its speaker, or the person it answers, has left since: it's shown here, but not told to anyone else. */
  isWithdrawn: boolean;
}

/** How many lines of a call are kept for its text; older ones are only in the thread. */
const mostLines = 20_000;
/** Calls with fewer turns need no recap. */
const fewestTurns = 3;
const asksAfter: ReadonlySet<CallEnd> = new Set(['asked', 'starter-left', 'everybody-left', 'idle', 'room']);

/**
 * What's said, live in a thread of its own, and at the end as a file with a recap. The bot keeps none of it. Without a
 * thread there's no transcript, and the channel is told. It pauses while people who can't see the voice channel can
 * read the thread.
 */
export class Transcript {
  readonly #parts: TranscriptParts;
  readonly #words: Words;
  readonly #captions: Captions;
  readonly #stops: readonly (() => void)[];
  readonly #hidden: HiddenLines;
  readonly #shown = new Map<string, Shown>();
  readonly #names = new Map<string, string>();
  #threadId: string | undefined;
  #isOver = false;
  #pauses = 0;

  constructor(parts: TranscriptParts) {
    const { messenger, clock, log, call } = parts;
    this.#parts = parts;
    this.#words = wordsFor(call.request.publicLocale);
    this.#captions = new Captions({ messenger, clock, log });
    this.#hidden = new HiddenLines({
      ...parts,
      onHidden: () => this.#pause(),
      onShown: () => this.#tell(this.#words.conversation.transcript.resumed),
    });
    this.#stops = [
      call.onLine((line) => this.#take(line)),
      call.onChange(() => void this.#hidden.look()),
      call.onLeave((userId) => this.#withdraw(userId)),
    ];
  }

  /** Never rejects. */
  async open(): Promise<void> {
    const { call, messenger, log } = this.#parts;
    const { request } = call;
    const { transcript } = this.#words.conversation;
    const name = transcript.threadName(request.reference);
    const opened = transcript.opened(request.voiceChannelId);
    const { failed } = transcript;
    this.#threadId = await openThread({ request, messenger, log, name, opened, failed });
    if (this.#threadId === undefined) this.#forget();
    for (const [lineId, shown] of this.#shown) this.#follow(lineId, shown);
    if (this.#hidden.look()) this.#tell(this.#words.conversation.transcript.paused);
  }

  /** Shows the last lines and posts the recap and the file. Never rejects. */
  async close(): Promise<void> {
    if (this.#isOver) return;
    for (const stop of this.#stops) stop();
    for (const shown of this.#shown.values()) shown.over = true;
    await this.#captions.settled();
    const threadId = this.#threadId;
    const shown = [...this.#shown.values()];
    this.#forget();
    if (threadId === undefined) return;
    await this.#leaveFile(threadId, shown).catch((error: unknown) => {
      const { reference } = this.#parts.call.request;
      this.#parts.log.warn({ err: error, reference }, "couldn't post a transcript file");
    });
  }

  #take(line: CallLine): void {
    if (this.#isOver || this.#hidden.has(line)) return;
    const known = this.#shown.get(line.id);
    if (known) {
      known.line = line;
      known.over = line.final;
      known.isWithdrawn ||= line.isWithdrawn ?? false;
      return;
    }
    if (this.#shown.size >= mostLines) this.#shown.delete(this.#shown.keys().next().value ?? '');
    const { by } = line;
    if (by.is === 'person') this.#names.set(by.userId, this.#parts.nameOf(by.userId));
    const words = this.#words;
    const shown: Shown = {
      line,
      over: line.final,
      isWithdrawn: line.isWithdrawn ?? false,
      get text() {
        return shown.line.sure;
      },
      get markdown() {
        return lineText(shown.line, words);
      },
    };
    this.#shown.set(line.id, shown);
    this.#follow(line.id, shown);
  }

  #follow(lineId: string, shown: Shown): void {
    const threadId = this.#threadId;
    if (threadId === undefined) return;
    const { id } = this.#parts.call.request;
    this.#captions.follow(shown, threadId, lineNonce(id, lineId));
  }

  #withdraw(userId: string): void {
    for (const shown of this.#shown.values()) {
      const { by, to } = shown.line;
      shown.isWithdrawn ||= (by.is === 'person' ? by.userId : to) === userId;
    }
  }

  async #leaveFile(threadId: string, shown: readonly Shown[]): Promise<void> {
    const { call, messenger } = this.#parts;
    const { transcript } = this.#words.conversation;
    const { livedMs } = call;
    const nonce = `z${call.request.id}`;
    const lines = shown.map(({ line }) => line);
    if (lines.length === 0) {
      await messenger.post(threadId, renderRecap({ lines, livedMs, decisions: [] }, this.#words), nonce);
      return;
    }
    const { fileName: name, fileDescription: description } = transcript;
    const nameOf = (userId: string) => this.#names.get(userId) ?? userId;
    const text = transcriptText(lines, nameOf, this.#words);
    const decisions = await this.#decisionsIn(
      shown.filter(({ isWithdrawn }) => !isWithdrawn).map(({ line }) => line),
      nameOf,
    );
    const recap = renderRecap({ lines, livedMs, decisions }, this.#words);
    await leaveFile(messenger, threadId, recap, { name, description, text }, nonce);
  }

  /**
   * Asks nothing if the call's end doesn't allow it or nothing may be spent, and leaves out people who left before.
   */
  async #decisionsIn(
    lines: readonly CallLine[],
    nameOf: (userId: string) => string,
  ): Promise<readonly string[] | 'spent'> {
    const { call, decisionsIn } = this.#parts;
    const turns = lines.filter(({ by }) => by.is === 'person').length;
    if (!decisionsIn || turns < fewestTurns || !asksAfter.has(await call.ended)) return [];
    return await decisionsIn(transcriptText(lines, nameOf, this.#words), call.request);
  }

  /** Unfinished lines stay as they were. */
  #pause(): void {
    for (const [lineId, shown] of this.#shown) {
      if (shown.over) continue;
      this.#hidden.keepOut(lineId);
      shown.line = { ...shown.line, unsure: '', final: true };
      shown.over = true;
    }
    this.#tell(this.#words.conversation.transcript.paused);
  }

  /** In the thread, if it's open. */
  #tell(sentence: string): void {
    const threadId = this.#threadId;
    if (threadId === undefined) return;
    const { call, messenger, log } = this.#parts;
    const { id, reference } = call.request;
    this.#pauses += 1;
    const body = { components: [container([text(sentence)])], silent: true };
    messenger.post(threadId, body, `p${this.#pauses}${id}`).catch((error: unknown) => {
      log.info({ err: error, reference }, "couldn't tell anyone that a transcript pauses or continues");
    });
  }

  #forget(): void {
    this.#isOver = true;
    for (const stop of this.#stops) stop();
    this.#shown.clear();
  }
}
