import { createRequire } from 'node:module';
import type { DAVESession } from '@snazzah/davey';
import type { DaveAnswer, DaveMessage } from '../../../../discord/voice/dave/dave-types.ts';

// The package's declarations are `const enum`s, which do not exist when types are stripped.
const davey: typeof import('@snazzah/davey') = createRequire(import.meta.url)('@snazzah/davey');
const audio = 0;

/** One member's side of DAVE as Discord's documents tell it, with the real MLS implementation underneath. */
export class DaveyClient {
  readonly userId: string;
  readonly session: DAVESession;
  readonly executed: number[] = [];
  readonly failures: string[] = [];
  readonly answers: DaveAnswer[] = [];
  readonly received: DaveMessage[] = [];
  /** The last of what was sent, for tests that say it again. */
  lastCommit: Buffer | undefined;
  readonly #channelId: string;
  readonly #answer: (answer: DaveAnswer) => void;
  #recovering = false;
  readonly #connected: ReadonlySet<string>;

  constructor(
    userId: string,
    channelId: string,
    connected: ReadonlySet<string>,
    answer: (answer: DaveAnswer) => void,
  ) {
    this.userId = userId;
    this.#channelId = channelId;
    this.#connected = connected;
    this.#answer = (given) => {
      this.answers.push(given);
      answer(given);
    };
    this.session = new davey.DAVESession(1, userId, channelId);
    this.sendKeyPackage();
  }

  sendKeyPackage(): void {
    this.#answer({ op: 26, payload: this.session.getSerializedKeyPackage() });
  }

  receive(message: DaveMessage): void {
    this.received.push(message);
    try {
      this.#take(message);
    } catch (error) {
      // A client that starts over still gets what was meant for a member.
      if (this.#recovering && message.op === 27) return;
      this.failures.push(`op ${message.op}: ${String(error)}`);
    }
  }

  startOver(): void {
    this.session.reinit(1, this.userId, this.#channelId);
    this.sendKeyPackage();
  }

  /** Once: until it is in again, more of what was meant for its former keys may come. */
  complain(transitionId: number): void {
    if (this.#recovering) return;
    this.#recovering = true;
    this.#answer({ op: 31, transitionId });
    this.startOver();
  }

  encrypt(frame: Buffer): Buffer {
    return this.session.encryptOpus(frame);
  }

  decrypt(from: string, frame: Buffer): Buffer {
    return this.session.decrypt(from, audio, frame);
  }

  #take(message: DaveMessage): void {
    if (message.op === 21 && message.d.transition_id === 0) this.#execute(0);
    else if (message.op === 21) this.#answer({ op: 23, transitionId: message.d.transition_id });
    else if (message.op === 22) this.#execute(message.d.transition_id);
    else if (message.op === 24) this.startOver();
    else if (message.op === 25) this.session.setExternalSender(message.payload);
    else if (message.op === 27) this.#propose(message.payload);
    else this.#advance(message.op, message.payload);
  }

  #propose(payload: Buffer): void {
    const recognized = [...this.#connected];
    const { commit, welcome } = this.session.processProposals(
      payload.readUInt8(),
      payload.subarray(1),
      recognized,
    );
    if (!commit) return;
    this.lastCommit = Buffer.concat(welcome ? [commit, welcome] : [commit]);
    this.#answer({ op: 28, payload: this.lastCommit });
  }

  #advance(op: 29 | 30, payload: Buffer): void {
    const transitionId = payload.readUInt16BE();
    try {
      if (op === 29) this.session.processCommit(payload.subarray(2));
      else this.session.processWelcome(payload.subarray(2));
    } catch (error) {
      if (this.#recovering) return;
      this.complain(transitionId);
      throw error;
    }
    if (transitionId === 0) this.#execute(0);
    else this.#answer({ op: 23, transitionId });
  }

  #execute(transitionId: number): void {
    this.executed.push(transitionId);
    this.#recovering = false;
  }
}
