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

  choose(userId: string, languages: PersonLanguages): void {
    this.languages.set(userId, languages);
    this.change();
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
