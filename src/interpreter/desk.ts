import type { Logger } from 'pino';
import type { Actor } from '../authority/actor.ts';
import { moderates, moderatorPermissions } from '../authority/moderator.ts';
import type { CallSeats } from '../call/call-seats.ts';
import { FrontDesk } from '../call/front-desk.ts';
import { KeptAsks } from '../call/kept-asks.ts';
import type { RunningCallShelf } from '../call/running-calls.ts';
import { ShownCall } from '../call/shown-call.ts';
import type { VoicePeople } from '../call/voice-people.ts';
import type { ConsentShelf } from '../community/consent.ts';
import type { AllowanceLeft } from '../community/words/spending-words.ts';
import type { MessageBody, Messenger } from '../discord/messenger.ts';
import type { Order } from '../discord/order.ts';
import type { Clock } from '../operations/clock.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { Region } from '../service/regions.ts';
import type { VoiceRooms } from '../voice/room/types.ts';
import type { Words } from '../words/index.ts';
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

export interface InterpreterDeskParts {
  readonly calls: Interpretations;
  readonly seats: CallSeats;
  readonly glossary: Glossary;
  readonly languages: PersonLanguagesShelf;
  readonly consents: ConsentShelf;
  readonly running: RunningCallShelf;
  readonly rooms: Pick<VoiceRooms, 'whereIs'>;
  readonly people: VoicePeople;
  /** A picture that was attached, as a JPEG that the service takes. @throws {Refusal} */
  readonly jpegOf: (url: string, personId: string) => Promise<Uint8Array>;
  /** What is left of today's minutes; undefined where nothing is limited. */
  readonly allowanceOf: (guildId: string, userId: string) => Promise<AllowanceLeft | undefined>;
  /** Whether somebody sees the text channel who doesn't see the voice channel. */
  readonly exposes: (guildId: string, textChannelId: string, voiceChannelId: string) => boolean;
  /** May the service find out by itself what somebody speaks? */
  readonly detectsLanguage: boolean;
  readonly region: Region;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What somebody speaks in a call, and reads. */
export interface Joined {
  readonly request: InterpretationRequest;
  readonly languages: PersonLanguages;
}

const betweenPicturesMs = 500;

/** Interpreters, from the ask to the end: what commands and buttons talk to. */
export class InterpreterDesk {
  readonly glossary: Glossary;
  readonly detectsLanguage: boolean;
  readonly #parts: InterpreterDeskParts;
  readonly #desk: FrontDesk<Interpretation>;
  readonly #languages: LanguagesOfPeople;
  readonly #asks: KeptAsks<InterpretationAsk>;

  constructor(parts: InterpreterDeskParts) {
    this.#parts = parts;
    this.glossary = parts.glossary;
    this.detectsLanguage = parts.detectsLanguage;
    this.#desk = new FrontDesk({ ...parts, kind: 'interpreter', face });
    this.#languages = new LanguagesOfPeople(parts.languages);
    this.#asks = new KeptAsks(parts.clock);
  }

  open(): void {
    this.#desk.open();
  }

  async close(): Promise<void> {
    await this.#desk.close();
  }

  /**
   * Begins to interpret in the voice channel of the one who asks. Nobody is heard by that.
   * @throws {Refusal} when it can't begin; then nothing was sent or spent
   * @throws {ServiceError}
   */
  async start(order: Order, actor: Actor, ask: InterpretationAsk): Promise<void> {
    const { calls, glossary, people, log } = this.#parts;
    const request = this.#request(order, actor, ask);
    const { id, guildId } = request;
    const over = new AbortController();
    await this.#desk.begin(actor, {
      request,
      offer: () => {
        this.#asks.keep(id, actor, ask);
        return { feature: face.route, action: 'switch', id };
      },
      start: async () => {
        await glossary.prepare(guildId);
        return await calls.start(request);
      },
      show: (call) => {
        followReaders(call, { people, languages: this.#languages, over: over.signal, log });
        return this.#shown(call, order);
      },
      join: async (call, userId) => call.join(userId, await this.#languages.of(guildId, userId)),
      onOver: () => over.abort(),
    });
  }

  /** Ends what is in the way, and begins what was asked for. @throws {Refusal} as `start`, and for who may not end it */
  async switch(order: Order, actor: Actor, id: string): Promise<void> {
    const ask = this.#asks.take(id, actor);
    await this.#desk.clear(actor);
    await this.start(order, actor, ask);
  }

  /**
   * Hears somebody from now on, until they leave.
   * @param locale of their Discord, for those who never said what they speak
   */
  async join(actor: Actor, locale: string, id?: string): Promise<Joined> {
    const { guildId, userId } = actor;
    this.#desk.access.findThere(actor, id);
    const chosen = await this.#languages.of(guildId, userId);
    const call = this.#desk.access.findThere(actor, id);
    const { request } = call;
    const likely = languageOfLocale(locale, request.settings.languages);
    const languages = { ...(likely === undefined ? {} : { speaks: likely }), ...chosen };
    call.join(userId, languages);
    return { request, languages };
  }

  /** What somebody speaks and reads from now on, here and the next time. @throws {Refusal} `interpreter-language-unknown` */
  async me(actor: Actor, ask: PersonAsk): Promise<PersonLanguages> {
    const { guildId, userId } = actor;
    const before = await this.#languages.of(guildId, userId);
    const languages = personLanguages(ask, before, this.detectsLanguage);
    if (Object.values(ask).every((value) => value === undefined)) return languages;
    await this.#languages.choose(guildId, userId, languages);
    const call = this.#desk.access.peek(actor);
    if (call && this.#desk.access.knows(actor, call)) call.choose(userId, languages);
    return languages;
  }

  /** Resolves to false when they weren't heard anyway. @throws {Refusal} `call-over` for an old control */
  async leave(actor: Actor, id?: string): Promise<boolean> {
    return await this.#desk.leave(actor, id);
  }

  /** @throws {Refusal} for who isn't there, takes no part, didn't start it and is no moderator */
  async stop(actor: Actor, id?: string): Promise<void> {
    await this.#desk.stop(actor, id);
  }

  /** @throws {Refusal} `call-picture-early`, `call-picture-often`, and what the picture is refused for */
  async show(actor: Actor, url: string): Promise<void> {
    const { id } = this.#desk.showing(actor, betweenPicturesMs).request;
    const jpeg = await this.#parts.jpegOf(url, actor.userId);
    // It may have taken a while.
    const came = await this.#desk.access.findOwn(actor, id).show(jpeg);
    if (came !== 'shown')
      throw new Refusal({ code: came === 'too-soon' ? 'call-picture-often' : 'call-picture-early' });
  }

  async remember(actor: Actor): Promise<void> {
    await this.#desk.remember(actor);
  }

  async forget(actor: Actor): Promise<void> {
    await this.#desk.forget(actor);
  }

  /** The panel, as it stands now. */
  async status(actor: Actor, words: Words): Promise<MessageBody> {
    const call = this.#desk.access.find(actor);
    const { allowanceOf, region } = this.#parts;
    const allowance = await allowanceOf(actor.guildId, actor.userId);
    return renderInterpretation(call, { region, allowance }, words);
  }

  #request(order: Order, actor: Actor, ask: InterpretationAsk): InterpretationRequest {
    const { guildId, userId } = actor;
    const voiceChannelId = this.#desk.access.channelOf(actor);
    if (ask.transcript && !moderates(actor, { guildId, channelId: voiceChannelId }))
      throw new Refusal({ code: 'moderators-only', anyOf: moderatorPermissions });
    const settings = interpretationSettings(ask);
    const isWritten = settings.captions !== 'off' || settings.transcript;
    if (isWritten && this.#parts.exposes(guildId, order.channelId, voiceChannelId))
      throw new Refusal({ code: 'interpreter-captions-exposed', channelId: voiceChannelId });
    const { id, reference, channelId: textChannelId, locale, publicLocale } = order;
    const where = { guildId, voiceChannelId, textChannelId };
    return { id, reference, ...where, startedBy: userId, locale, publicLocale, settings };
  }

  #shown(call: Interpretation, { panel }: Order): ShownCall {
    const { people, messenger, clock, log, region, allowanceOf } = this.#parts;
    const { guildId, startedBy, voiceChannelId } = call.request;
    const nameOf = (userId: string) =>
      people.in(guildId, voiceChannelId).find((each) => each.userId === userId)?.name ?? userId;
    return new ShownCall({
      call,
      face,
      panel,
      render: (allowance, words) => renderInterpretation(call, { region, allowance }, words),
      allowanceOf: async () => await allowanceOf(guildId, startedBy),
      transcript: new InterpreterCaptions({ call, nameOf, messenger, clock, log }),
      messenger,
      clock,
      log,
    });
  }
}
