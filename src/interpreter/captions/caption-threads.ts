import type { Logger } from 'pino';
import { openThread } from '../../call/transcript/open-thread.ts';
import { type Caption, CaptionChannel } from '../../discord/caption-channel.ts';
import { container, text } from '../../discord/layout.ts';
import type { Messenger } from '../../discord/messenger.ts';
import type { Clock } from '../../operations/clock.ts';
import type { LanguageCode } from '../../service/realtime/translation/languages.ts';
import type { Words } from '../../words/index.ts';
import { ownName } from '../language-names.ts';
import type { InterpretationRequest } from '../types.ts';

export interface CaptionThreadsParts {
  readonly request: InterpretationRequest;
  readonly words: Words;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A thread that's being opened, is open, or can't be written in. */
interface Thread {
  readonly opening: Promise<void>;
  channel: CaptionChannel | undefined;
  channelId?: string;
  isShut: boolean;
  /** Captions from before it was open, by line. */
  readonly early: Map<string, Caption>;
}

const everything = 'everything';

/** The threads that captions are written in: one for everything, or one for each language with its first line. */
export class CaptionThreads {
  readonly #parts: CaptionThreadsParts;
  readonly #threads = new Map<string, Thread>();
  #isClosureTold = false;

  constructor(parts: CaptionThreadsParts) {
    this.#parts = parts;
  }

  /** The thread with all captions, if there's only one. */
  get only(): string | undefined {
    const thread = this.#threads.get(everything);
    return thread?.isShut ? undefined : thread?.channelId;
  }

  /** Never rejects. */
  async open(language: LanguageCode): Promise<void> {
    await this.#threadOf(language).opening;
  }

  put(language: LanguageCode, id: string, caption: Caption): void {
    const thread = this.#threadOf(language);
    if (thread.channel) thread.channel.put(id, caption);
    else if (!thread.isShut) thread.early.set(id, caption);
  }

  /** Resolves when every line is up to date, or can't be. Never rejects. */
  async settled(): Promise<void> {
    const threads = [...this.#threads.values()];
    await Promise.all(threads.map(({ opening }) => opening));
    await Promise.all(threads.map(({ channel }) => channel?.settled()));
  }

  #threadOf(language: LanguageCode): Thread {
    const isApart = this.#parts.request.settings.captions === 'thread-per-language';
    const key = isApart ? language : everything;
    const known = this.#threads.get(key);
    if (known) return known;
    const opened = Promise.withResolvers<void>();
    const thread: Thread = {
      opening: opened.promise,
      channel: undefined,
      isShut: false,
      early: new Map(),
    };
    this.#threads.set(key, thread);
    void this.#open(thread, isApart ? language : undefined).then(opened.resolve);
    return thread;
  }

  async #open(thread: Thread, language: LanguageCode | undefined): Promise<void> {
    const { request, messenger, clock, log, words } = this.#parts;
    const { captions } = words.interpreter;
    const name = language && ownName(language);
    const channelId = await openThread({
      request,
      messenger,
      log,
      name: captions.threadName(request.reference, name),
      opened: captions.opened(request.voiceChannelId, name),
      failed: captions.failed,
      mark: language ?? '',
    });
    if (channelId === undefined) {
      thread.isShut = true;
      thread.early.clear();
      return;
    }
    const { reference } = request;
    const channel = new CaptionChannel({
      channelId,
      messenger,
      clock,
      onClosed: (error) => {
        thread.isShut = true;
        log.info({ err: error, reference }, 'a caption thread was closed');
        void this.#tellClosed();
      },
      onLost: (_, error) => log.info({ err: error, reference }, "couldn't show a caption"),
    });
    Object.assign(thread, { channel, channelId });
    for (const [id, caption] of thread.early) channel.put(id, caption);
    thread.early.clear();
  }

  /** Told once, in the text channel. The call goes on. Never rejects. */
  async #tellClosed(): Promise<void> {
    if (this.#isClosureTold) return;
    this.#isClosureTold = true;
    const { request, messenger, log, words } = this.#parts;
    const body = { components: [container([text(words.interpreter.captions.closed)])], silent: true };
    await messenger.post(request.textChannelId, body, `k${request.id}`).catch((error: unknown) => {
      log.info({ err: error, reference: request.reference }, "couldn't tell a channel that captions ended");
    });
  }
}
