import type { OpenCalls } from './open-calls.ts';

/** What it needs from the wire to ask for an answer. */
interface ResponseRequests {
  /** `response.create` */
  create(withTools: boolean): void;
  /** `response.cancel` */
  cancel(): void;
  /** The response that was asked for is over, or won't begin unless it's asked for again. */
  over(): void;
}

/**
 * One response at a time (field notes 3): if an answer is wanted while another runs or a person speaks, it's asked for
 * afterwards, once. The same goes if the service refuses because it's too early, unless it then answers by itself.
 */
export class ResponseTurns {
  readonly #requests: ResponseRequests;
  #running: string | undefined;
  /** Asked for, but neither begun nor refused yet. */
  #asked = false;
  #wanted: false | 'with-tools' | 'without-tools' = false;
  #speaking = false;
  #retried = false;
  /** Refused because another response runs, which we haven't seen begin. */
  #waitsForOther = false;
  #lastWanted: 'with-tools' | 'without-tools' = 'with-tools';

  constructor(requests: ResponseRequests) {
    this.#requests = requests;
  }

  /** Id of the running response. */
  get running(): string | undefined {
    return this.#running;
  }

  want(): void {
    this.#want('with-tools');
  }

  /** Asks for what's due after tool results. */
  wantDue(calls: OpenCalls): void {
    const due = calls.takeDue();
    if (due === 'answer') this.#want('with-tools');
    // If anything else is wanted by now, it keeps its tools.
    else if (due === 'answer-without-tools') this.#want(this.#wanted || 'without-tools');
  }

  /** Drops all requests and stops the running response. */
  cancel(): void {
    this.#wanted = false;
    if (this.#running !== undefined || this.#asked) this.#requests.cancel();
  }

  began(responseId: string): void {
    this.#running = responseId;
    this.#asked = false;
    // It begins after what we refer to, so it answers that.
    if (this.#waitsForOther) this.#wanted = false;
    this.#waitsForOther = false;
  }

  /** False if the response isn't running: it ended before, or never began. */
  ended(responseId: string): boolean {
    if (this.#running !== responseId) {
      if (this.#waitsForOther) this.#ask();
      return false;
    }
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

  /** The service refused because it's too early. Asks once more when the obstacle is gone. */
  refused(why: 'response-running' | 'somebody-speaks'): void {
    if (!this.#asked) return;
    this.#asked = false;
    this.#requests.over();
    if (this.#retried) return;
    this.#retried = true;
    this.#wanted ||= this.#lastWanted;
    if (why === 'somebody-speaks') this.#speaking = true;
    else this.#waitsForOther = true;
  }

  /** The service reports another error. The response may never begin, so it must not block the next one. */
  notBegun(): void {
    this.#asked = false;
    if (this.#running === undefined) this.#requests.over();
  }

  #want(how: 'with-tools' | 'without-tools'): void {
    this.#wanted = how;
    this.#retried = false;
    this.#waitsForOther = false;
    this.#ask();
  }

  #ask(): void {
    if (!this.#wanted || this.#asked || this.#running !== undefined || this.#speaking) return;
    this.#lastWanted = this.#wanted;
    this.#wanted = false;
    this.#waitsForOther = false;
    this.#asked = true;
    this.#requests.create(this.#lastWanted === 'with-tools');
  }
}
