import type {
  ConversationClient,
  ConversationSession,
} from '../../src/service/realtime/conversation/conversation-types.ts';

/** An append of more is the silence that ends a turn. */
const mostSpeechBytes = 3_200;

/** A client of which is known how many turns it has given away, and how many answers have come. */
export class CountedClient implements ConversationClient {
  turns = 0;
  answers = 0;
  sessions = 0;
  readonly #client: ConversationClient;

  constructor(client: ConversationClient) {
    this.#client = client;
  }

  async open(...asked: Parameters<ConversationClient['open']>): Promise<ConversationSession> {
    const session = await this.#client.open(...asked);
    this.sessions += 1;
    session.onEvent(({ is }) => {
      if (is === 'response-ended') this.answers += 1;
    });
    // What a lost session owes will never come.
    void session.ended.then(() => {
      this.answers = this.turns;
    });
    return new CountedSession(session, () => {
      this.turns += 1;
    });
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

class CountedSession implements ConversationSession {
  readonly agreed: ConversationSession['agreed'];
  readonly ended: ConversationSession['ended'];
  readonly #session: ConversationSession;
  readonly #onTurn: () => void;

  constructor(session: ConversationSession, onTurn: () => void) {
    this.agreed = session.agreed;
    this.ended = session.ended;
    this.#session = session;
    this.#onTurn = onTurn;
  }

  get over(): boolean {
    return this.#session.over;
  }

  get waitingMs(): number {
    return this.#session.waitingMs;
  }

  append(pcm: Uint8Array): void {
    this.#session.append(pcm);
    if (pcm.length > mostSpeechBytes) this.#onTurn();
  }

  onEvent: ConversationSession['onEvent'] = (listener) => this.#session.onEvent(listener);
  show: ConversationSession['show'] = (jpeg) => this.#session.show(jpeg);
  endTurn: ConversationSession['endTurn'] = () => this.#session.endTurn();
  instruct: ConversationSession['instruct'] = (...given) => this.#session.instruct(...given);
  clear: ConversationSession['clear'] = () => this.#session.clear();
  respond: ConversationSession['respond'] = () => this.#session.respond();
  cancel: ConversationSession['cancel'] = () => this.#session.cancel();
  answerTool: ConversationSession['answerTool'] = (...result) => this.#session.answerTool(...result);
  close: ConversationSession['close'] = () => this.#session.close();
}
