import type { CallsOf } from '../../src/call/types.ts';
import type {
  Interpretation,
  InterpretationRequest,
  InterpretedLine,
  InterpreterActivity,
  InterpreterTrouble,
  OtherLanguageListener,
  PersonLanguages,
} from '../../src/interpreter/types.ts';
import type { LanguageCode } from '../../src/service/realtime/translation/languages.ts';
import { FakeBasicCall, FakeCallsOfKind } from './fake-basic-call.ts';
import { Listeners } from './listeners.ts';

/** An interpreter that does what a test says; what people do with it is remembered. */
export class FakeInterpretation
  extends FakeBasicCall<InterpretationRequest, InterpreterActivity, InterpretedLine, InterpreterTrouble>
  implements Interpretation
{
  readonly languages = new Map<string, PersonLanguages>();
  sessions = 0;
  waitMs = 0;

  readonly #otherLanguage = new Listeners<OtherLanguageListener>();
  readonly onOtherLanguage = this.#otherLanguage.listen;

  hearOther(userId: string, language: LanguageCode): void {
    this.#otherLanguage.tell(userId, language);
  }

  choose(userId: string, languages: PersonLanguages): void {
    this.languages.set(userId, languages);
    this.change();
  }
}

export class FakeInterpretations
  extends FakeCallsOfKind<InterpretationRequest, FakeInterpretation>
  implements CallsOf<Interpretation>
{
  constructor() {
    super('interpreter', (request) => new FakeInterpretation(request));
  }
}
