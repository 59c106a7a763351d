import { loadavg } from 'node:os';
import type { LineKind, SpokenLine } from './line.ts';
import type { Talker } from './talker.ts';

/** Longer than an answer pauses for a murmur. */
const quietForMs = 2_400;
const answersWithinMs = 10_000;
const longestAnswerMs = 40_000;
const intoAnswerMs = 2_500;
/** From a press of Enter until a sentence's first packet leaves. */
const voicedWithinMs = 400;

/** People who talk with the bot through their pages, one line after the other, and note what comes of it. */
export class Conversation {
  readonly lines: SpokenLine[] = [];
  readonly #talkers: readonly Talker[];

  constructor(talkers: readonly Talker[]) {
    this.#talkers = talkers;
  }

  /** Says it once it's quiet, and waits until what comes of it is over. */
  async say(who: Talker, text: string, kind: 'answer' | 'aside' | 'order' = 'answer'): Promise<void> {
    await this.#line(who, text, kind);
  }

  /** Says it, and the other one replies before it's quite over; neither is for the bot. */
  async reply(
    [who, text]: readonly [Talker, string],
    [other, answer]: readonly [Talker, string],
  ): Promise<void> {
    await this.#quiet(who);
    const said = await this.#begin(who, text, 'aside');
    while (Date.now() < said.sentAtMs + said.durationMs - voicedWithinMs) await this.#follow();
    const replied = await this.#begin(other, answer, 'aside');
    this.#note(said, 0, replied.sentAtMs);
    await this.#end(other, replied);
  }

  /** Has a long answer begun by the first, and speaks into it. */
  async into(
    [asker, question]: readonly [Talker, string],
    [who, text]: readonly [Talker, string],
    kind: 'interruption' | 'murmur',
  ): Promise<void> {
    const asked = await this.#begin(asker, question, 'story');
    const begunAtMs = await this.#heardAfter(asker, asked.sentAtMs + asked.durationMs, answersWithinMs);
    if (begunAtMs === 0) {
      this.#note(asked, 0, 0);
      return;
    }
    while (who.ear.loudAtMs < begunAtMs + intoAnswerMs) {
      await this.#follow();
      if (Date.now() - begunAtMs > longestAnswerMs) break;
    }
    const said = await this.#begin(who, text, kind);
    this.#note(asked, begunAtMs, said.sentAtMs);
    await this.#end(who, said);
  }

  async #line(who: Talker, text: string, kind: LineKind): Promise<void> {
    await this.#quiet(who);
    await this.#end(who, await this.#begin(who, text, kind));
  }

  async #begin(who: Talker, text: string, kind: LineKind) {
    return { who: who.name, text, kind, load: loadavg()[0] ?? 0, ...(await who.say(text)) };
  }

  async #end(who: Talker, line: Begun): Promise<void> {
    const answeredAtMs = await this.#heardAfter(
      who,
      line.sentAtMs + line.durationMs,
      line.kind === 'aside' ? 5_000 : answersWithinMs,
    );
    await this.#quiet(who);
    this.#note(line, answeredAtMs, who.ear.loudAtMs);
  }

  #note(line: Begun, answeredAtMs: number, quietAtMs: number): void {
    this.lines.push({ ...line, answeredAtMs, quietAtMs });
    const at = new Date(line.sentAtMs).toISOString().slice(11, 19);
    const came =
      answeredAtMs === 0
        ? 'nothing'
        : `after ${Math.round(answeredAtMs - line.sentAtMs - line.durationMs)} ms`;
    console.error(`${at} ${line.who} (${line.kind}): ${line.text} → ${came}`);
  }

  /** When the page played something after that moment; 0 when it didn't in time. */
  async #heardAfter(who: Talker, atMs: number, withinMs: number): Promise<number> {
    while (who.ear.loudAtMs <= atMs) {
      if (Date.now() - atMs > withinMs) return 0;
      await this.#follow();
    }
    return who.ear.loudAtMs;
  }

  async #quiet(who: Talker): Promise<void> {
    const sinceMs = Date.now();
    await this.#follow();
    while (Date.now() - who.ear.loudAtMs < quietForMs && Date.now() - sinceMs < longestAnswerMs)
      await this.#follow();
  }

  async #follow(): Promise<void> {
    await Promise.all(this.#talkers.map(async (talker) => await talker.follow()));
  }
}

type Begun = Omit<SpokenLine, 'answeredAtMs' | 'quietAtMs'>;
