import type { OpenCalls } from './open-calls.ts';

/** What of the wire is needed to ask for an answer. */
interface ResponseRequests {
  /** `response.create` */
  create(withTools: boolean): void;
  /** `response.cancel` */
  cancel(): void;
  /** The one that was asked for is over, or won't begin before it's asked for again. */
  over(): void;
}

/**
 * One response at a time (field notes 3): an answer that is asked for while another runs, or while a person speaks, is
 * asked for afterwards, once. A refusal by the service that it was too early does the same.
 */
export class ResponseTurns {
  readonly #requests: ResponseRequests;
  #running: string | undefined;
  /** Asked for, and neither begun nor refused yet. */
  #asked = false;
  #wanted: false | 'with-tools' | 'without-tools' = false;
  #speaking = false;
  #retried = false;
  #lastWanted: 'with-tools' | 'without-tools' = 'with-tools';

  constructor(requests: ResponseRequests) {
    this.#requests = requests;
  }

  /** Id of the response that runs. */
  get running(): string | undefined {
    return this.#running;
  }

  want(): void {
    this.#want('with-tools');
  }

  /** What's due after results of tools. */
  wantDue(calls: OpenCalls): void {
    const due = calls.takeDue();
    if (due === 'answer') this.#want('with-tools');
    // Whatever else is wanted by now has its tools.
    else if (due === 'answer-without-tools') this.#want(this.#wanted || 'without-tools');
  }

  /** Nothing that was wanted is wanted any more, and what runs is to end. */
  cancel(): void {
    this.#wanted = false;
    if (this.#running !== undefined || this.#asked) this.#requests.cancel();
  }

  began(responseId: string): void {
    this.#running = responseId;
    this.#asked = false;
  }

  /** False for a response that is not running: it ended before, or never began. */
  ended(responseId: string): boolean {
    if (this.#running !== responseId) return false;
    this.#running = undefined;
    this.#requests.over();
    this.#ask();
    return true;
  }

  speechStarted(): void {
    this.#speaking = true;
    if (this.#running === undefined) this.#requests.over();
  }

  speechStopped(): void {
    this.#speaking = false;
    this.#ask();
  }

  /** The service refused: too early. Asked once more when what is in the way is over. */
  refused(why: 'response-running' | 'somebody-speaks'): void {
    if (!this.#asked) return;
    this.#asked = false;
    this.#requests.over();
    if (this.#retried) return;
    this.#retried = true;
    this.#wanted ||= this.#lastWanted;
    if (why === 'somebody-speaks') this.#speaking = true;
  }

  /** The service reports something else: what was asked for may never begin, and must not block what is wanted next. */
  notBegun(): void {
    this.#asked = false;
    if (this.#running === undefined) this.#requests.over();
  }

  #want(how: 'with-tools' | 'without-tools'): void {
    this.#wanted = how;
    this.#retried = false;
    this.#ask();
  }

  #ask(): void {
    if (!this.#wanted || this.#asked || this.#running !== undefined || this.#speaking) return;
    this.#lastWanted = this.#wanted;
    this.#wanted = false;
    this.#asked = true;
    this.#requests.create(this.#lastWanted === 'with-tools');
  }
}
