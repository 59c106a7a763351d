import { KeptSound } from '../../src/call/speaking/kept-voice.ts';
import type { TranslationEvent } from '../../src/service/realtime/translation/translation-types.ts';
import type { CaptionChange } from './subject.ts';

interface Segment {
  readonly id: string;
  readonly atMs: number;
  itemId?: string;
  responseId?: string;
  userId: string | undefined;
  original: string;
  translation: string;
  sound: KeptSound | undefined;
}

export interface MixedLinesOptions {
  readonly to: string;
  /** Who spoke most since then. */
  readonly speakerSince: (atMs: number) => string | undefined;
  readonly onChange: (change: CaptionChange) => void;
  readonly play: (id: string, sound: KeptSound) => void;
}

/** The lines of a session that hears everybody. */
export class MixedLines {
  readonly #options: MixedLinesOptions;
  readonly #segments: Segment[] = [];

  constructor(options: MixedLinesOptions) {
    this.#options = options;
  }

  hear(event: TranslationEvent): void {
    if ('itemId' in event) this.#hearItem(event);
    else if ('responseId' in event) this.#hearResponse(event);
  }

  #hearItem(event: Extract<TranslationEvent, { readonly itemId: string }>): void {
    const segment = this.#segmentWith('itemId', event.itemId);
    segment.userId = this.#options.speakerSince(segment.atMs - 300);
    if (event.is === 'source') segment.original = event.sure + event.unsure;
    else if (event.is === 'source-done') segment.original = event.text;
    else return;
    this.#tell(segment, false);
  }

  #hearResponse(event: Extract<TranslationEvent, { readonly responseId: string }>): void {
    const segment = this.#segmentWith('responseId', event.responseId);
    if (event.is === 'target') segment.translation = event.sure + event.unsure;
    else if (event.is === 'target-done') segment.translation = event.text;
    else if (event.is === 'audio') this.#play(segment, event.pcm);
    else if (event.is === 'audio-done' || event.is === 'response-ended') segment.sound?.end();
    this.#tell(segment, event.is === 'response-ended');
  }

  /** In their order, as there's nothing that names the connection between them. */
  #segmentWith(key: 'itemId' | 'responseId', id: string): Segment {
    const known =
      this.#segments.find((each) => each[key] === id) ??
      this.#segments.find((each) => each[key] === undefined);
    if (known) {
      known[key] = id;
      return known;
    }
    const segment: Segment = {
      id: `${this.#options.to}/${this.#segments.length}`,
      atMs: Date.now(),
      userId: undefined,
      original: '',
      translation: '',
      sound: undefined,
    };
    segment[key] = id;
    this.#segments.push(segment);
    return segment;
  }

  #play(segment: Segment, pcm: Uint8Array): void {
    const isNew = !segment.sound;
    segment.sound ??= new KeptSound();
    segment.sound.add(pcm);
    if (isNew) this.#options.play(segment.id, segment.sound);
  }

  #tell({ id, userId, original, translation }: Segment, final: boolean): void {
    const { to, onChange } = this.#options;
    onChange({ id, userId, to, original, translation, final, atMs: Date.now() });
  }
}
