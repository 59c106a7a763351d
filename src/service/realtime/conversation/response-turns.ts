/** What of the wire is needed to ask for an answer. */
interface ResponseRequests {
  /** `response.create` */
  create(): void;
  /** `response.cancel` */
  cancel(): void;
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
  #wanted = false;
  #speaking = false;
  #retried = false;

  constructor(requests: ResponseRequests) {
    this.#requests = requests;
  }

  /** Id of the response that runs. */
  get running(): string | undefined {
    return this.#running;
  }

  want(): void {
    this.#wanted = true;
    this.#retried = false;
    this.#ask();
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
    this.#ask();
    return true;
  }

  speechStarted(): void {
    this.#speaking = true;
  }

  speechStopped(): void {
    this.#speaking = false;
    this.#ask();
  }

  /** The service refused: too early. Asked once more when what is in the way is over. */
  refused(why: 'response-running' | 'somebody-speaks'): void {
    if (!this.#asked) return;
    this.#asked = false;
    if (this.#retried) return;
    this.#retried = true;
    this.#wanted = true;
    if (why === 'somebody-speaks') this.#speaking = true;
  }

  /** The service reports something else: what was asked for may never begin, and must not block what is wanted next. */
  notBegun(): void {
    this.#asked = false;
  }

  #ask(): void {
    if (!this.#wanted || this.#asked || this.#running !== undefined || this.#speaking) return;
    this.#wanted = false;
    this.#asked = true;
    this.#requests.create();
  }
}
