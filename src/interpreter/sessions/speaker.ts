import { LearntPauses } from '../../call/hearing/pause.ts';
import { Uplink } from '../../call/hearing/uplink.ts';
import type { SpeechFrame } from '../../call/hearing/voice-detector.ts';
import type { LanguageCode } from '../../service/realtime/translation/languages.ts';
import type { SessionLines } from '../lines/session-lines.ts';
import { carrierOf, type Wanted } from '../wanted-languages.ts';
import type { TranslationChannel } from './channel.ts';
import { quietWhile } from './quiet-while.ts';
import { Way, type WayParts } from './way.ts';

export interface SpeakerOptions extends WayParts {
  readonly userId: string;
  /** What others need of this speaker now; `detected` is the language the service hears. */
  readonly wanted: (detected: LanguageCode | undefined) => Wanted;
  readonly onTurn: (is: 'began' | 'ended') => void;
}

/** One person's words on their way into the languages others need, and the lines that come back. */
export class Speaker {
  readonly #options: SpeakerOptions;
  readonly #uplink: Uplink;
  readonly #ways = new Map<string, Way>();
  /** Languages no longer needed, whose last words are still on their way. */
  readonly #ending = new Set<Way>();
  #wanted: Wanted | undefined;
  #detected: LanguageCode | undefined;

  constructor(options: SpeakerOptions) {
    this.#options = options;
    const { endpointing } = options.parts;
    this.#uplink = new Uplink({
      // A translation has no manual commit.
      settings: endpointing.mode === 'manual' ? { ...endpointing, mode: 'block' } : endpointing,
      pauses: new LearntPauses(endpointing),
      sink: { append: (pcm) => this.#append(pcm), endTurn: () => undefined },
      onTurn: ({ is }) => this.#turn(is),
    });
  }

  get talking(): boolean {
    return this.#uplink.speaker !== undefined;
  }

  /** Needs to be reviewed as time passes. */
  get busy(): boolean {
    return this.#uplink.busy;
  }

  get channels(): readonly TranslationChannel[] {
    return [...this.#ways.values(), ...this.#ending].map(({ channel }) => channel);
  }

  /** Some of what was said isn't final yet. */
  get pending(): boolean {
    return this.#allLines.some(({ busy }) => busy);
  }

  hear(frame: SpeechFrame, nowMs: number): void {
    this.#uplink.hear(frame, nowMs);
  }

  tick(nowMs: number): void {
    this.#uplink.tick(nowMs);
  }

  /** Called every second: finishes long silences and stops waiting for what never comes. */
  review(nowMs: number): void {
    for (const lines of this.#allLines) lines.review(nowMs);
    if (this.busy) return;
    const { client, settings } = this.#options.parts;
    const quietMs = quietWhile(settings.quietMs, client.connectsLeft);
    for (const { channel } of this.#ways.values()) channel.review(quietMs);
  }

  /** People or their languages have changed. */
  follow(): void {
    const wanted = this.#options.wanted(this.#detected);
    // What they're saying belongs to the language they began it in.
    if (wanted.from !== this.#wanted?.from) this.#uplink.finish(this.#options.parts.clock.now());
    this.#wanted = wanted;
    const { from, targets, own } = wanted;
    const carrier = own && targets.length === 0;
    for (const [key, way] of this.#ways) {
      const isCarrier = carrier && !way.translates;
      if (key === keyOf(from, way.to) && (isCarrier || (way.translates && targets.includes(way.to))))
        continue;
      this.#ways.delete(key);
      void this.#end(way);
    }
  }

  /** Lets the last words be translated. The next word opens whatever is needed then. */
  finish(): void {
    for (const [key, way] of this.#ways) {
      this.#ways.delete(key);
      void this.#end(way);
    }
  }

  /** Resolves when all last words have arrived. */
  async finished(): Promise<void> {
    this.finish();
    await Promise.all([...this.#ending].map(({ channel }) => channel.end()));
  }

  /** They withdrew their consent: removes everything that isn't final, and nothing more comes. */
  withdraw(): void {
    this.#uplink.remove(this.#options.userId);
    for (const lines of this.#allLines) lines.takeBack();
    this.close();
  }

  /** They're in another channel: what waits for a session isn't sent. */
  depart(): void {
    for (const { channel } of [...this.#ways.values(), ...this.#ending]) channel.forgetKept();
  }

  close(): void {
    for (const { channel } of [...this.#ways.values(), ...this.#ending]) channel.close();
    this.#ways.clear();
    this.#ending.clear();
  }

  get #allLines(): readonly SessionLines[] {
    return [...this.#ways.values(), ...this.#ending].flatMap(({ lines }) => [...lines]);
  }

  #turn(is: 'began' | 'ended'): void {
    if (is === 'began') this.follow();
    this.#options.onTurn(is);
  }

  #append(pcm: Uint8Array): void {
    const wanted = this.#wanted;
    if (!wanted) return;
    const { from, targets, own } = wanted;
    for (const to of targets) this.#channel(from, to, true).append(pcm);
    if (targets.length === 0 && own)
      this.#channel(from, carrierOf(from, this.#options.settings.languages), false).append(pcm);
  }

  #channel(from: LanguageCode | 'auto', to: LanguageCode, translates: boolean): TranslationChannel {
    const known = this.#ways.get(keyOf(from, to));
    if (known) return known.channel;
    const way = new Way({
      ...this.#options,
      from,
      to,
      translates,
      detected: () => this.#detected,
      leads: (one) => this.#leads(one),
      own: () => this.#wanted?.own ?? false,
      onDetected: (language) => {
        this.#detected = language;
      },
      onSpeechStopped: () => this.#uplink.committed(this.#options.parts.clock.now()),
    });
    this.#ways.set(keyOf(from, to), way);
    return way.channel;
  }

  /** The first active one leads; if there's none, the first that's still finishing. */
  #leads(way: Way): boolean {
    const alike = this.#ending.has(way) ? this.#ending : this.#ways.values();
    return [...alike].find(({ lines }) => lines.size > 0) === way;
  }

  async #end(way: Way): Promise<void> {
    this.#ending.add(way);
    await way.channel.end();
    this.#ending.delete(way);
    this.#options.onChange();
  }
}

function keyOf(from: LanguageCode | 'auto', to: LanguageCode): string {
  return `${from}>${to}`;
}
