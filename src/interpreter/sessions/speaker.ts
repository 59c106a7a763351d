import { LearntPauses } from '../../call/hearing/pause.ts';
import { Uplink } from '../../call/hearing/uplink.ts';
import { isVoiced, type LanguageCode } from '../../service/realtime/translation/languages.ts';
import type { HeardFrame } from '../../voice/ears/types.ts';
import type { InterpretationsParts } from '../interpreter-parts.ts';
import { SessionLines, type SpokenTranslations } from '../lines/session-lines.ts';
import type { InterpretationSettings, InterpretedLine, InterpreterTrouble } from '../types.ts';
import { carrierOf, type Wanted } from '../wanted-languages.ts';
import { TranslationChannel } from './channel.ts';
import type { SessionSlots } from './session-slots.ts';

export interface SpeakerOptions {
  readonly userId: string;
  readonly parts: Pick<
    InterpretationsParts,
    'client' | 'clock' | 'log' | 'random' | 'endpointing' | 'settings'
  >;
  readonly settings: InterpretationSettings;
  readonly slots: SessionSlots;
  /** Of what they say now; `detected` is what the service hears them speak. */
  readonly wanted: (detected: LanguageCode | undefined) => Wanted;
  readonly spoken: SpokenTranslations | undefined;
  readonly corrects: (text: string, language: LanguageCode) => string;
  /** Unique in the call. */
  readonly nextId: () => string;
  readonly onLine: (line: InterpretedLine) => void;
  readonly onTurn: (is: 'began' | 'ended') => void;
  readonly onTrouble: (trouble: InterpreterTrouble) => void;
  readonly onWorks: () => void;
  readonly onChange: () => void;
  readonly onFatal: (error: unknown) => void;
}

interface Running {
  readonly channel: TranslationChannel;
  readonly to: LanguageCode;
  /** Its translation is wanted; otherwise only what's said is. */
  readonly translates: boolean;
  readonly lines: Set<SessionLines>;
}

/** One person's words on their way into the languages that others need, and what comes back. */
export class Speaker {
  readonly #options: SpeakerOptions;
  readonly #uplink: Uplink;
  readonly #running = new Map<string, Running>();
  /** Languages that were changed, whose last words are still on their way back. */
  readonly #ending = new Set<Running>();
  #wanted: Wanted | undefined;
  #detected: LanguageCode | undefined;

  constructor(options: SpeakerOptions) {
    this.#options = options;
    const { endpointing } = options.parts;
    this.#uplink = new Uplink({
      // Nothing can be committed by hand in a translation.
      settings: endpointing.mode === 'manual' ? { ...endpointing, mode: 'block' } : endpointing,
      pauses: new LearntPauses(endpointing),
      sink: { append: (pcm) => this.#append(pcm), endTurn: () => undefined },
      onTurn: ({ is }) => this.#turn(is),
    });
  }

  get talking(): boolean {
    return this.#uplink.speaker !== undefined;
  }

  /** Time has to go by for it. */
  get busy(): boolean {
    return this.#uplink.busy;
  }

  get channels(): readonly TranslationChannel[] {
    return [...this.#running.values(), ...this.#ending].map(({ channel }) => channel);
  }

  /** Something that was said isn't final yet. */
  get pending(): boolean {
    return this.#allLines.some(({ busy }) => busy);
  }

  hear(frame: HeardFrame, nowMs: number): void {
    this.#uplink.hear(frame, nowMs);
  }

  tick(nowMs: number): void {
    this.#uplink.tick(nowMs);
  }

  /** Every second: what was silent for long is finished, and what never comes isn't waited for. */
  review(nowMs: number): void {
    const { quietMs } = this.#options.parts.settings;
    for (const lines of this.#allLines) lines.review(nowMs);
    if (this.busy) return;
    for (const { channel } of this.#running.values()) channel.review(quietMs);
  }

  /** Who's there, or what somebody reads, has changed. */
  follow(): void {
    const wanted = this.#options.wanted(this.#detected);
    // What they are saying belongs to the language in which they began it.
    if (wanted.from !== this.#wanted?.from) this.#uplink.finish(this.#options.parts.clock.now());
    this.#wanted = wanted;
    const { from, targets, own } = wanted;
    const carrier = own && targets.length === 0;
    for (const [key, running] of this.#running) {
      const isCarrier = carrier && !running.translates;
      if (
        key === keyOf(from, running.to) &&
        (isCarrier || (running.translates && targets.includes(running.to)))
      )
        continue;
      this.#running.delete(key);
      void this.#end(running);
    }
  }

  /** Their last words are still translated; the next word opens what's needed then. */
  finish(): void {
    for (const [key, running] of this.#running) {
      this.#running.delete(key);
      void this.#end(running);
    }
  }

  /** Resolves when the last words of all of them have come. */
  async finished(): Promise<void> {
    this.finish();
    await Promise.all([...this.#ending].map(({ channel }) => channel.end()));
  }

  /** They don't agree any more: nothing that isn't final stays, and nothing comes any more. */
  withdraw(): void {
    this.#uplink.remove(this.#options.userId);
    for (const lines of this.#allLines) lines.takeBack();
    this.close();
  }

  close(): void {
    for (const { channel } of [...this.#running.values(), ...this.#ending]) channel.close();
    this.#running.clear();
    this.#ending.clear();
  }

  get #allLines(): readonly SessionLines[] {
    return [...this.#running.values(), ...this.#ending].flatMap(({ lines }) => [...lines]);
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
    const known = this.#running.get(keyOf(from, to));
    if (known) return known.channel;
    const { parts, slots, settings, onTrouble, onChange, onFatal } = this.#options;
    const { client, clock, log, random } = parts;
    const { spoken, spokenIn, voice } = settings;
    const wantsVoice = translates && spoken !== 'off' && (spokenIn?.includes(to) ?? true);
    if (wantsVoice && !isVoiced(to)) onTrouble('target-without-voice');
    const speaks = wantsVoice && isVoiced(to);
    const lines = new Set<SessionLines>();
    const channel = new TranslationChannel({
      client,
      clock,
      log,
      random,
      settings: { from, to, speaks, showsSource: true, ...(voice === undefined ? {} : { voice }) },
      slots,
      longestWaitMs: parts.settings.longestWaitMs,
      listenerTo: ({ agreed }) => {
        if (speaks && voice !== undefined && agreed.voice !== undefined && agreed.voice !== voice)
          onTrouble('voice-replaced');
        if (speaks && agreed.speaks === false) onTrouble('target-without-voice');
        return this.#linesOf(running, speaks, lines);
      },
      onTrouble,
      onChange,
      onFatal,
    });
    const running: Running = { channel, to, translates, lines };
    this.#running.set(keyOf(from, to), running);
    return channel;
  }

  #linesOf(running: Running, speaks: boolean, all: Set<SessionLines>) {
    const { userId, parts, settings, spoken, corrects, nextId } = this.#options;
    const { onLine, onTrouble, onWorks, onChange } = this.#options;
    const declared = this.#wanted?.from ?? 'en';
    const lines = new SessionLines({
      id: nextId(),
      userId,
      from: () => (declared === 'auto' ? (this.#detected ?? settings.languages[0] ?? 'en') : declared),
      to: running.translates ? running.to : undefined,
      leads: () => this.#leads(running),
      own: () => this.#wanted?.own ?? false,
      clock: parts.clock,
      spoken: speaks ? spoken : undefined,
      corrects,
      onLine: (line) => {
        onLine(line);
        onChange();
      },
      onDetected: (language) => {
        if (declared === 'auto') this.#detected = language;
      },
      onSpeechStopped: () => this.#uplink.committed(parts.clock.now()),
      onTrouble,
      onWorks,
    });
    all.add(lines);
    return {
      hear: (event: Parameters<SessionLines['hear']>[0]) => lines.hear(event),
      over: () => {
        lines.over();
        all.delete(lines);
      },
    };
  }

  /** The first of those that stand; or, among those whose last words are on their way, of these. */
  #leads(running: Running): boolean {
    const alike = this.#ending.has(running) ? this.#ending : this.#running.values();
    return [...alike].find(({ lines }) => lines.size > 0) === running;
  }

  async #end(running: Running): Promise<void> {
    this.#ending.add(running);
    await running.channel.end();
    this.#ending.delete(running);
    this.#options.onChange();
  }
}

function keyOf(from: LanguageCode | 'auto', to: LanguageCode): string {
  return `${from}>${to}`;
}
