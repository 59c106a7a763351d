import type {
  Interpretation,
  InterpretationRequest,
  Interpretations,
  InterpretedLine,
  InterpreterActivity,
  InterpreterTrouble,
  PersonLanguages,
} from '../../src/interpreter/types.ts';
import { FakeBasicCall, FakeCallsOfKind } from './fake-basic-call.ts';

/** An interpreter that does what a test says; what people do with it is remembered. */
export class FakeInterpretation
  extends FakeBasicCall<InterpretationRequest, InterpreterActivity, InterpretedLine, InterpreterTrouble>
  implements Interpretation
{
  readonly languages = new Map<string, PersonLanguages>();
  sessions = 0;
  waitMs = 0;
  /** What becomes of a picture. */
  answer: 'shown' | 'before-audio' | 'too-soon' = 'shown';

  override join(userId: string, languages: PersonLanguages = {}): void {
    this.languages.set(userId, languages);
    super.join(userId);
  }

  choose(userId: string, languages: PersonLanguages): void {
    this.languages.set(userId, languages);
    this.change();
  }

  async show(jpeg: Uint8Array) {
    if (this.answer === 'shown') this.pictures.push(jpeg);
    return this.answer;
  }
}

export class FakeInterpretations
  extends FakeCallsOfKind<InterpretationRequest, FakeInterpretation>
  implements Interpretations
{
  constructor() {
    super('interpreter', (request) => new FakeInterpretation(request));
  }
}
