import { randomBytes } from 'node:crypto';
import { type PersonName, places } from './world/places.ts';

/** The user who makes a request. */
export interface Actor {
  readonly userId: string;
  readonly isBot: boolean;
}

/** Tokens of this start: one for the bot, one for each person. */
export class Identities {
  #botToken: string;
  readonly peopleTokens: Readonly<Record<PersonName, string>>;
  readonly #byToken = new Map<string, Actor>();

  constructor(botToken?: string) {
    this.#botToken = botToken ?? randomBotToken();
    this.peopleTokens = {
      owner: this.#person('owner'),
      moderator: this.#person('moderator'),
      member: this.#person('member'),
      newcomer: this.#person('newcomer'),
    };
    this.#byToken.set(this.#botToken, { userId: places.botUserId, isBot: true });
  }

  get botToken(): string {
    return this.#botToken;
  }

  /** Gives the bot another token. */
  resetBotToken(): void {
    this.#byToken.delete(this.#botToken);
    this.#botToken = randomBotToken();
    this.#byToken.set(this.#botToken, { userId: places.botUserId, isBot: true });
  }

  /** The owner of an `Authorization` header: `Bot <token>` for the bot, the bare token for a person. */
  fromHeader(header: string | undefined): Actor | undefined {
    const [scheme, rest] = (header ?? '').split(' ', 2);
    if (rest !== undefined) return scheme === 'Bot' ? this.#known(rest, true) : undefined;
    return this.#known(scheme ?? '', false);
  }

  /** The gateway takes tokens with or without their prefix. */
  fromGatewayToken(token: string): Actor | undefined {
    return this.#byToken.get(token.replace(/^Bot /, ''));
  }

  #known(token: string, isBot: boolean): Actor | undefined {
    const actor = this.#byToken.get(token);
    return actor?.isBot === isBot ? actor : undefined;
  }

  #person(name: PersonName): string {
    const token = `sandbox-${name}-${randomBytes(24).toString('base64url')}`;
    this.#byToken.set(token, { userId: places.people[name], isBot: false });
    return token;
  }
}

function randomBotToken(): string {
  return `sandbox-bot-${randomBytes(24).toString('base64url')}`;
}
