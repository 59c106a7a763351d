import { CallLife } from '../call/call-life.ts';
import { OnePerGuild } from '../call/one-per-guild.ts';
import type { CallsOf } from '../call/types.ts';
import type { RoomLease } from '../voice/room/types.ts';
import { type InterpretationsParts, interpreterFeature } from './interpreter-parts.ts';
import { InterpreterPipeline, type PipelineNews } from './pipeline.ts';
import type {
  Interpretation,
  InterpretationRequest,
  InterpretedLine,
  InterpreterTrouble,
  OtherLanguageListener,
  PersonLanguages,
} from './types.ts';

interface Interpreter {
  readonly request: InterpretationRequest;
  readonly work: InterpreterPipeline;
  readonly line: InterpretedLine;
  readonly trouble: InterpreterTrouble;
}

/** Troubles that last for the whole call. */
const lastingTroubles: ReadonlySet<InterpreterTrouble> = new Set(['target-without-voice', 'voice-replaced']);

/** An interpreter in a guild's voice channel. */
export class LiveInterpretation extends CallLife<Interpreter> implements Interpretation {
  readonly #parts: InterpretationsParts;
  readonly #chosen = new Map<string, PersonLanguages>();
  readonly #otherLanguage = new Set<OtherLanguageListener>();

  constructor(request: InterpretationRequest, parts: InterpretationsParts) {
    super(request, parts, { kind: 'interpreter', feature: interpreterFeature, lastingTroubles });
    this.#parts = parts;
  }

  get languages(): ReadonlyMap<string, PersonLanguages> {
    return this.#chosen;
  }

  get sessions(): number {
    return this.work?.sessions ?? 0;
  }

  get waitMs(): number {
    return this.work?.waitMs ?? 0;
  }

  choose(userId: string, languages: PersonLanguages): void {
    if (this.isOver) return;
    this.#chosen.set(userId, languages);
    this.follow();
  }

  onOtherLanguage(listener: OtherLanguageListener): () => void {
    this.#otherLanguage.add(listener);
    return () => void this.#otherLanguage.delete(listener);
  }

  async show(jpeg: Uint8Array): Promise<'shown' | 'before-audio' | 'too-soon'> {
    return this.work?.show(jpeg) ?? 'before-audio';
  }

  protected override get shown(): readonly unknown[] {
    return [...super.shown, [...this.#chosen], this.sessions, Math.ceil(this.waitMs / 1_000)];
  }

  protected override workIn(lease: RoomLease): InterpreterPipeline {
    return new InterpreterPipeline({
      signal: this.signal,
      tell: (news) => (news.is === 'other-language' ? this.#tellOtherLanguage(news) : this.hear(news, lease)),
      request: this.request,
      parts: this.#parts,
      lease,
      participants: () => this.participants,
      chosen: this.#chosen,
    });
  }

  #tellOtherLanguage({ userId, language }: Extract<PipelineNews, { readonly is: 'other-language' }>): void {
    for (const listener of [...this.#otherLanguage]) listener(userId, language);
  }
}

export function openInterpretations(parts: InterpretationsParts): CallsOf<Interpretation> {
  return new OnePerGuild(
    'interpreter',
    (request: InterpretationRequest) => new LiveInterpretation(request, parts),
  );
}
