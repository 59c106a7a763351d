import type { InterpreterDesk } from '../../src/interpreter/desk.ts';
import { Glossary } from '../../src/interpreter/glossary.ts';
import { type InterpretationAsk, interpretationSettings } from '../../src/interpreter/interpretation-ask.ts';
import type { InterpretationRequest, InterpretedLine, PersonLanguages } from '../../src/interpreter/types.ts';
import { ada, CallKindWorld, callBasics } from './call-world.ts';
import { interpreterDesk } from './desks.ts';
import { type FakeInterpretation, FakeInterpretations } from './fake-interpretations.ts';
import { memorySettings } from './fake-settings.ts';
import { MemoryShelf } from './memory-shelf.ts';

/** Interpreters as people see them, with calls, rooms and Discord faked. */
export class InterpreterWorld extends CallKindWorld<InterpretationAsk, FakeInterpretation> {
  protected readonly asked = { languages: 'en, de' };
  readonly languages = new MemoryShelf<PersonLanguages>(() => this.line);
  readonly calls = new FakeInterpretations();
  readonly pronunciations: { word: string; as: string }[] = [];
  readonly glossary = new Glossary(memorySettings().page('interpreter'), async () => this.pronunciations);
  detectsLanguage = false;
  #desk: InterpreterDesk | undefined;

  constructor() {
    super(1_100_000_000_000_000_000n);
  }

  get desk(): InterpreterDesk {
    this.#desk ??= interpreterDesk({
      ...this.deskParts,
      calls: this.calls,
      glossary: this.glossary,
      languages: this.languages,
      detectsLanguage: this.detectsLanguage,
    });
    return this.#desk;
  }
}

export function interpretationRequest(ask: Partial<InterpretationAsk> = {}): InterpretationRequest {
  return {
    id: '1100000000000000077',
    ...callBasics,
    settings: interpretationSettings({ languages: 'en, de', ...ask }),
  };
}

export function interpretedLine(changes: Partial<InterpretedLine> = {}): InterpretedLine {
  return {
    id: 'line-1',
    userId: ada,
    from: 'en',
    to: 'de',
    original: { sure: 'Good morning.', unsure: '' },
    translation: { sure: 'Guten Morgen.', unsure: '' },
    showsOriginal: true,
    final: true,
    cut: false,
    at: Date.UTC(2026, 0, 15, 12, 3, 5),
    ...changes,
  };
}
