import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ComponentType } from 'discord.js';
import type { Logger } from 'pino';
import { Captions, type GrowingLine } from '../../discord/captions.ts';
import { container, text } from '../../discord/layout.ts';
import type { Messenger } from '../../discord/messenger.ts';
import type { Clock } from '../../operations/clock.ts';
import { type Words, wordsFor } from '../../words/index.ts';
import type { Call, CallLine } from '../call-types.ts';
import { fileText } from './file-text.ts';
import { lineText } from './line-text.ts';
import { renderRecap } from './recap.ts';

export interface TranscriptParts {
  readonly call: Pick<Call, 'request' | 'livedMs' | 'onLine'>;
  /** How somebody is called in that guild. */
  readonly nameOf: (userId: string) => string;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Shown extends GrowingLine {
  line: CallLine;
  over: boolean;
}

/** Of the text of a call; what is older is in the thread alone. */
const mostLines = 20_000;

/**
 * What is said, in a thread of its own while it's being said, and as a file with a recap in the end. Nothing of it stays
 * with the bot. Without a thread there's no transcript, and the channel is told so.
 */
export class Transcript {
  readonly #parts: TranscriptParts;
  readonly #words: Words;
  readonly #captions: Captions;
  readonly #stop: () => void;
  readonly #shown = new Map<string, Shown>();
  readonly #names = new Map<string, string>();
  #threadId: string | undefined;
  #isOver = false;

  constructor(parts: TranscriptParts) {
    const { messenger, clock, log, call } = parts;
    this.#parts = parts;
    this.#words = wordsFor(call.request.publicLocale);
    this.#captions = new Captions({ messenger, clock, log });
    this.#stop = call.onLine((line) => this.#take(line));
  }

  /** Never rejects. */
  async open(): Promise<void> {
    const { call, messenger, log } = this.#parts;
    const { id, reference, textChannelId, voiceChannelId } = call.request;
    const { transcript } = this.#words.conversation;
    const say = async (channelId: string, sentence: string) => {
      await messenger.post(channelId, { components: [container([text(sentence)])], silent: true }, `o${id}`);
    };
    try {
      const { channelId } = await messenger.createThread(textChannelId, transcript.threadName(reference));
      await say(channelId, transcript.opened(voiceChannelId));
      this.#threadId = channelId;
      for (const [lineId, shown] of this.#shown) this.#follow(lineId, shown);
    } catch (error) {
      log.warn({ err: error, reference }, 'no thread could be opened for a transcript');
      await say(textChannelId, transcript.failed).catch(() => undefined);
      this.#forget();
    }
  }

  /** Shows the last lines, and leaves the recap and the file behind. Never rejects. */
  async close(): Promise<void> {
    if (this.#isOver) return;
    this.#stop();
    for (const shown of this.#shown.values()) shown.over = true;
    await this.#captions.settled();
    const threadId = this.#threadId;
    const lines = [...this.#shown.values()].map(({ line }) => line);
    this.#forget();
    if (threadId === undefined) return;
    await this.#leaveFile(threadId, lines).catch((error: unknown) => {
      const { reference } = this.#parts.call.request;
      this.#parts.log.warn({ err: error, reference }, 'the file of a transcript could not be posted');
    });
  }

  #take(line: CallLine): void {
    if (this.#isOver) return;
    const known = this.#shown.get(line.id);
    if (known) {
      known.line = line;
      known.over = line.final;
      return;
    }
    if (this.#shown.size >= mostLines) this.#shown.delete(this.#shown.keys().next().value ?? '');
    const { by } = line;
    if (by.is === 'person') this.#names.set(by.userId, this.#parts.nameOf(by.userId));
    const words = this.#words;
    const shown: Shown = {
      line,
      over: line.final,
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
    this.#captions.follow(shown, threadId, `${id.slice(-8)}${hashOf(lineId)}`);
  }

  async #leaveFile(threadId: string, lines: readonly CallLine[]): Promise<void> {
    const { call, messenger } = this.#parts;
    const { transcript } = this.#words.conversation;
    const recap = renderRecap(lines, call.livedMs, this.#words);
    const nonce = `z${call.request.id}`;
    if (lines.length === 0) {
      await messenger.post(threadId, recap, nonce);
      return;
    }
    const folder = await mkdtemp(join(tmpdir(), 'emcee-transcript-'));
    try {
      const { fileName: name, fileDescription: description } = transcript;
      const path = join(folder, name);
      const nameOf = (userId: string) => this.#names.get(userId) ?? userId;
      await writeFile(path, fileText(lines, nameOf, this.#words));
      const components = [
        ...recap.components,
        { type: ComponentType.File, file: { url: `attachment://${name}` } } as const,
      ];
      await messenger.post(threadId, { ...recap, components, files: [{ name, path, description }] }, nonce);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  #forget(): void {
    this.#isOver = true;
    this.#stop();
    this.#shown.clear();
  }
}

/** A line's id may be long, and Discord's nonces are short. */
function hashOf(text: string): string {
  let hash = 5_381n;
  for (const character of text) hash = BigInt.asUintN(64, hash * 33n + BigInt(character.codePointAt(0) ?? 0));
  return hash.toString(36);
}
