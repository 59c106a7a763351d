import type { Logger } from 'pino';
import { HiddenLines, type HiddenLinesParts } from '../../call/transcript/hidden-lines.ts';
import { leaveFile } from '../../call/transcript/leave-file.ts';
import { lineNonce } from '../../call/transcript/line-nonce.ts';
import { container, text } from '../../discord/layout.ts';
import type { Messenger } from '../../discord/messenger.ts';
import { BoundedMap } from '../../operations/bounded-map.ts';
import type { Clock } from '../../operations/clock.ts';
import { type Words, wordsFor } from '../../words/index.ts';
import type { Interpretation, InterpretedLine } from '../types.ts';
import { CaptionThreads } from './caption-threads.ts';
import { interpretedText } from './file-lines.ts';
import { captionText, readIn } from './line-text.ts';

export interface InterpreterCaptionsParts {
  readonly call: Pick<Interpretation, 'request' | 'channelId' | 'onLine' | 'onChange'>;
  /** A person's name in this guild. */
  readonly nameOf: (userId: string) => string;
  /** Whether people who can't see the voice channel could read that text channel. */
  readonly exposes: HiddenLinesParts['exposes'];
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Lines kept for the file. Older ones are only in the threads. */
const mostLines = 20_000;

/** Captions in threads while people speak, and a file at the end if it's wanted. The bot keeps none of it. */
export class InterpreterCaptions {
  readonly #parts: InterpreterCaptionsParts;
  readonly #words: Words;
  readonly #threads: CaptionThreads | undefined;
  readonly #hidden: HiddenLines;
  readonly #stops: readonly (() => void)[];
  /** Lines that may still change. */
  readonly #growing = new Set<string>();
  /** Final ones, for the file. */
  readonly #lines = new BoundedMap<string, InterpretedLine>(mostLines);
  readonly #names = new Map<string, string>();
  #pauses = 0;

  constructor(parts: InterpreterCaptionsParts) {
    const { call } = parts;
    const { captions } = call.request.settings;
    this.#parts = parts;
    this.#words = wordsFor(call.request.publicLocale);
    this.#threads =
      captions === 'off'
        ? undefined
        : new CaptionThreads({ ...parts, request: call.request, words: this.#words });
    const { paused, resumed } = this.#words.interpreter.captions;
    this.#hidden = new HiddenLines({
      ...parts,
      onHidden: (channelId) => {
        for (const lineId of this.#growing) this.#hidden.keepOut(lineId);
        void this.#tell(paused(channelId));
      },
      onShown: () => void this.#tell(resumed),
    });
    this.#stops = [call.onLine((line) => this.#take(line)), call.onChange(() => void this.#hidden.look())];
  }

  /** Opens the thread for everything. A language's own thread opens with its first line. Never rejects. */
  async open(): Promise<void> {
    const { captions, languages } = this.#parts.call.request.settings;
    const [first] = languages;
    if (captions === 'one-thread' && first) await this.#threads?.open(first);
  }

  /** Shows the last lines and posts the file. Never rejects. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.#threads?.settled();
    const lines = [...this.#lines.values()];
    this.#lines.clear();
    if (!this.#parts.call.request.settings.transcript || lines.length === 0) return;
    await this.#leaveFile(lines).catch((error: unknown) => {
      const { reference } = this.#parts.call.request;
      this.#parts.log.warn({ err: error, reference }, "couldn't post an interpreter's transcript file");
    });
  }

  #take(line: InterpretedLine): void {
    const { request } = this.#parts.call;
    const { original, captions, transcript } = request.settings;
    const withOriginal = original && (line.showsOriginal || captions === 'thread-per-language');
    const markdown = captionText(line, withOriginal, this.#words);
    const isHidden = this.#hidden.has(line);
    if (line.final) this.#growing.delete(line.id);
    else this.#growing.add(line.id);
    // What's taken back disappears everywhere.
    if (isHidden && markdown !== undefined) return;
    if (transcript && line.final && markdown !== undefined) this.#keep(line);
    const body =
      markdown === undefined ? undefined : { components: [container([text(markdown)])], silent: true };
    this.#threads?.put(readIn(line), lineNonce(request.id, line.id), { body, final: line.final });
  }

  #keep(line: InterpretedLine): void {
    this.#lines.set(line.id, line);
    this.#names.set(line.userId, this.#parts.nameOf(line.userId));
  }

  /** In the text channel, so people there know why nothing appears. Never rejects. */
  async #tell(sentence: string): Promise<void> {
    const { call, messenger, log } = this.#parts;
    const { id, reference, textChannelId, settings } = call.request;
    if (settings.captions === 'off' && !settings.transcript) return;
    this.#pauses += 1;
    const body = { components: [container([text(sentence)])], silent: true };
    await messenger.post(textChannelId, body, `p${this.#pauses}${id}`).catch((error: unknown) => {
      log.info({ err: error, reference }, "couldn't tell anyone that captions pause or continue");
    });
  }

  async #leaveFile(lines: readonly InterpretedLine[]): Promise<void> {
    const { call, messenger } = this.#parts;
    const { id, textChannelId } = call.request;
    const { fileName: name, fileDescription: description, fileSentence } = this.#words.interpreter.captions;
    const file = interpretedText(lines, (userId) => this.#names.get(userId) ?? userId, this.#words);
    const body = { components: [container([text(fileSentence)])], silent: true };
    const place = this.#threads?.only ?? textChannelId;
    await leaveFile(messenger, place, body, { name, description, text: file }, `z${id}`);
  }
}
