import { BoundedMap } from '../../../operations/bounded-map.ts';
import type { AfterResult, ToolDefinition } from './conversation-types.ts';
import { wireTool } from './session-update.ts';

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

interface Calling {
  readonly all: Set<string>;
  readonly open: Set<string>;
  over: boolean;
  after: AfterResult;
}

/** More calls than this in one response can't be meant seriously, so they're ignored. */
const mostCalls = 1_000;
/** How many responses with open calls are kept. Calls in an answer that nobody wanted are never answered. */
const mostResponses = 50;
const strictness: readonly AfterResult[] = ['answer', 'answer-without-tools', 'nothing'];

/**
 * Tools that were called and still owe a result, by response. What follows is due once: when the response is over
 * (until then it may call more) and every call has its result.
 */
export class OpenCalls {
  readonly #byResponse = new BoundedMap<string, Calling>(mostResponses);

  /** False for a call that's already known, or one too many: don't run it. */
  called(responseId: string, callId: string): boolean {
    const calling = this.#byResponse.get(responseId) ?? newCalling();
    const isKnown =
      calling.all.has(callId) || [...this.#byResponse.values()].some(({ open }) => open.has(callId));
    if (isKnown || calling.all.size >= mostCalls) return false;
    calling.all.add(callId);
    calling.open.add(callId);
    this.#byResponse.set(responseId, calling);
    return true;
  }

  knows(responseId: string, callId: string): boolean {
    return this.#byResponse.get(responseId)?.all.has(callId) ?? false;
  }

  /**
   * False if nobody called it, or it already has its result. @param after the strictest one among a response's calls
   * wins
   */
  answered(callId: string, after: AfterResult): boolean {
    const calling = [...this.#byResponse.values()].find(({ open }) => open.has(callId));
    if (!calling) return false;
    calling.open.delete(callId);
    if (strictness.indexOf(after) > strictness.indexOf(calling.after)) calling.after = after;
    return true;
  }

  /** The response calls nothing more, however it ended. */
  over(responseId: string): void {
    const calling = this.#byResponse.get(responseId);
    if (calling) calling.over = true;
  }

  /** What's due by now, once per response. */
  takeDue(): AfterResult {
    const due = [...this.#byResponse].filter(([, { over, open }]) => over && open.size === 0);
    for (const [responseId] of due) this.#byResponse.delete(responseId);
    const wanted = due.map(([, { after }]) => after).filter((after) => after !== 'nothing');
    if (wanted.length === 0) return 'nothing';
    return wanted.includes('answer') ? 'answer' : 'answer-without-tools';
  }
}

function newCalling(): Calling {
  return { all: new Set(), open: new Set(), over: false, after: 'answer' };
}

/**
 * In document 2 B, tools belong to the session and not to a response. For an answer without tools, they're removed
 * before it's asked for and put back when it's over or never began.
 */
export class ToolsAway {
  readonly #tools: readonly Readonly<Record<string, unknown>>[];
  readonly #update: (session: Readonly<Record<string, unknown>>) => void;
  #away = false;

  constructor(
    tools: readonly ToolDefinition[] | undefined,
    update: (session: Readonly<Record<string, unknown>>) => void,
  ) {
    this.#tools = (tools ?? []).map(wireTool);
    this.#update = update;
  }

  takeAway(): void {
    if (this.#away || this.#tools.length === 0) return;
    this.#away = true;
    this.#update({ tools: [] });
  }

  giveBack(): void {
    if (!this.#away) return;
    this.#away = false;
    this.#update({ tools: this.#tools });
  }

  /** Whether an error is about removing the tools. A service that wants to keep them doesn't get in the way. */
  isAbout(param: string | undefined): boolean {
    return this.#away && param !== undefined && /^session\.tools\b/.test(param);
  }
}
