import type { Actor } from '../authority/actor.ts';
import { FrontDesk } from '../call/front-desk.ts';
import type { FrontDeskParts } from '../call/front-desk-parts.ts';
import type { Order } from '../discord/order.ts';
import { Refusal } from '../refusal/refusal.ts';
import { InterpreterCaptions } from './captions/captions.ts';
import { interpreterFace as face } from './face.ts';
import type { Glossary } from './glossary.ts';
import {
  type InterpretationAsk,
  interpretationSettings,
  type PersonAsk,
  personLanguages,
} from './interpretation-ask.ts';
import { languageOfLocale } from './language-names.ts';
import { renderInterpretation } from './panel.ts';
import { LanguagesOfPeople, type PersonLanguagesShelf } from './people.ts';
import { followReaders } from './readers.ts';
import type { Interpretation, InterpretationRequest, Interpretations, PersonLanguages } from './types.ts';

export interface InterpreterDeskParts extends FrontDeskParts<Interpretation> {
  readonly calls: Interpretations;
  readonly glossary: Glossary;
  readonly languages: PersonLanguagesShelf;
  /** Whether the service may detect what a person speaks. */
  readonly detectsLanguage: boolean;
}

/** What a person speaks and reads in a call. */
export interface Joined {
  readonly request: InterpretationRequest;
  readonly channelId: string;
  readonly languages: PersonLanguages;
}

/** The interpreter as commands and buttons use it, from request to end. */
export class InterpreterDesk extends FrontDesk<Interpretation, InterpretationAsk> {
  readonly glossary: Glossary;
  readonly detectsLanguage: boolean;
  readonly #parts: InterpreterDeskParts;
  readonly #languages: LanguagesOfPeople;

  constructor(parts: InterpreterDeskParts) {
    super(parts, {
      kind: 'interpreter',
      face,
      render: renderInterpretation,
      transcript: (call, nameOf) => new InterpreterCaptions({ ...parts, call, nameOf }),
      betweenPicturesMs: 500,
    });
    this.#parts = parts;
    this.glossary = parts.glossary;
    this.detectsLanguage = parts.detectsLanguage;
    this.#languages = new LanguagesOfPeople(parts.languages);
  }

  /**
   * Starts interpreting in the caller's voice channel. Nobody is heard yet.
   * @throws {Refusal} when it can't start; nothing was sent or spent
   * @throws {ServiceError}
   */
  async start(order: Order, actor: Actor, ask: InterpretationAsk): Promise<void> {
    const { calls, glossary, people, log } = this.#parts;
    const request = this.#request(order, actor, ask);
    const { guildId } = request;
    const over = new AbortController();
    await this.begin(order, actor, {
      request,
      ask,
      start: async () => {
        await glossary.prepare(guildId);
        const call = await calls.start(request);
        followReaders(call, { people, languages: this.#languages, over: over.signal, log });
        return call;
      },
      join: async (call, userId) => call.join(userId, await this.#languages.of(guildId, userId)),
      onOver: () => over.abort(),
    });
  }

  /**
   * Ends the call that's in the way, then starts the requested one.
   * @throws {Refusal} as `start`, and for people who can't end that call
   */
  async switch(order: Order, actor: Actor, id: string): Promise<void> {
    await this.start(order, actor, await this.clear(actor, id));
  }

  /**
   * Hears this person until they leave.
   * @param locale from their Discord, for people who never said what they speak
   */
  async join(actor: Actor, locale: string, id?: string): Promise<Joined> {
    const { guildId, userId } = actor;
    this.access.findThere(actor, id);
    const chosen = await this.#languages.of(guildId, userId);
    const call = this.access.findThere(actor, id);
    const { request, channelId } = call;
    const likely = languageOfLocale(locale, request.settings.languages);
    const languages = { ...(likely === undefined ? {} : { speaks: likely }), ...chosen };
    call.join(userId, languages);
    return { request, channelId, languages };
  }

  /**
   * Saves what a person speaks and reads, for this call and later ones.
   * @throws {Refusal} `interpreter-language-unknown`
   */
  async me(actor: Actor, ask: PersonAsk): Promise<PersonLanguages> {
    const { guildId, userId } = actor;
    const before = await this.#languages.of(guildId, userId);
    const languages = personLanguages(ask, before, this.detectsLanguage);
    if (Object.values(ask).every((value) => value === undefined)) return languages;
    await this.#languages.choose(guildId, userId, languages);
    const call = this.access.peek(actor);
    if (call && this.access.knows(actor, call)) call.choose(userId, languages);
    return languages;
  }

  /** @throws {Refusal} `call-picture-early`, `call-picture-often`, or whatever is wrong with the picture */
  async show(actor: Actor, url: string): Promise<void> {
    const { call, jpeg } = await this.picture(actor, url);
    const came = await call.show(jpeg);
    if (came !== 'shown')
      throw new Refusal({ code: came === 'too-soon' ? 'call-picture-often' : 'call-picture-early' });
  }

  #request(order: Order, actor: Actor, ask: InterpretationAsk): InterpretationRequest {
    const basics = this.basicsOf(order, actor, ask.transcript === true);
    const settings = interpretationSettings(ask);
    const { guildId, textChannelId, voiceChannelId } = basics;
    const isWritten = settings.captions !== 'off' || settings.transcript;
    if (isWritten && this.#parts.exposes(guildId, textChannelId, voiceChannelId))
      throw new Refusal({ code: 'interpreter-captions-exposed', channelId: voiceChannelId });
    return { ...basics, settings };
  }
}
