import type { ResponseEnd } from '../service/realtime/conversation/conversation-types.ts';
import type { RealtimeTrouble } from '../service/realtime/error-class.ts';
import type { CallTrouble } from './call-types.ts';

/** What of the service's troubles people are told; undefined for those that mend themselves. */
export function shownTrouble(trouble: RealtimeTrouble): CallTrouble | undefined {
  switch (trouble.is) {
    case 'our-request':
      return 'refused-request';
    case 'voice-unknown':
      return 'voice-replaced';
    case 'passing':
      return 'busy';
    default:
      return undefined;
  }
}

export function answerTrouble(end: ResponseEnd): CallTrouble | undefined {
  if (end === 'failed') return 'answer-failed';
  return end === 'silent' ? 'no-answer' : undefined;
}

/** Of what the model doesn't do: it won't get better in this call. */
const lasting: ReadonlySet<CallTrouble> = new Set([
  'tools-dropped',
  'search-dropped',
  'voice-replaced',
  'detection-replaced',
]);

/** The last trouble, until something works again; what the model doesn't do at all comes back then. */
export class TroubleBoard {
  #lasting: CallTrouble | undefined;
  #passing: CallTrouble | undefined;

  get shown(): CallTrouble | undefined {
    return this.#passing ?? this.#lasting;
  }

  tell(trouble: CallTrouble): void {
    if (lasting.has(trouble)) this.#lasting = trouble;
    else this.#passing = trouble;
  }

  worked(): void {
    this.#passing = undefined;
  }
}
