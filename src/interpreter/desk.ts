import type { Logger } from 'pino';
import type { Actor } from '../authority/actor.ts';
import { CallDesk } from '../call/desk.ts';
import type { CallDeskParts } from '../call/desk-parts.ts';
import type { VoicePeople } from '../call/voice-people.ts';
import type { InterpreterPage, SettingsPage } from '../community/settings-pages.ts';
import { Refusal } from '../refusal/refusal.ts';
import { isLanguage } from '../service/realtime/translation/languages.ts';
import { interpreterCaptions, isApart, isBlank } from './captions/captions.ts';
import { Utterances } from './captions/utterances.ts';
import type { Glossary } from './glossary.ts';
import {
  type InterpretationAsk,
  interpretationSettings,
  type PersonAsk,
  personLanguages,
} from './interpretation-ask.ts';
import { detected, languageName, languageOfLocale } from './language-names.ts';
import { LanguageQuestions } from './language-questions.ts';
import { LanguagesOfPeople, type PersonLanguagesShelf } from './people.ts';
import { interpreterPresenter as presenter } from './presenter.ts';
import type { Interpretation, InterpretedLine, PersonLanguages } from './types.ts';

export interface InterpreterDeskParts extends CallDeskParts<Interpretation> {
  readonly glossary: Glossary;
  readonly languages: PersonLanguagesShelf;
  readonly decided?: Pick<SettingsPage<InterpreterPage>, 'of'>;
  /** Whether the service may detect what a person speaks. */
  readonly detectsLanguage: boolean;
}

/** The interpreter as commands and buttons use it, from request to end. */
export class InterpreterDesk extends CallDesk<Interpretation, InterpretationAsk, InterpretedLine> {
  readonly glossary: Glossary;
  readonly detectsLanguage: boolean;
  readonly #languages: LanguagesOfPeople;

  constructor(parts: InterpreterDeskParts) {
    const { glossary, people, messenger, clock, log } = parts;
    const languages = new LanguagesOfPeople(parts.languages);
    const questions = new WeakMap<Interpretation, LanguageQuestions>();
    super(parts, {
      presenter,
      moderatorsOption: ({ transcript }) => (transcript === true ? 'transcript' : undefined),
      withDefaults: async (ask, guildId) => {
        const { languages: usual = [] } = (await parts.decided?.of(guildId)) ?? {};
        return ask.languages.trim() === '' ? { ...ask, languages: usual.join(',') } : ask;
      },
      requestOf: (basics, ask) => ({ ...basics, settings: interpretationSettings(ask) }),
      exposed: ({ settings, voiceChannelId: channelId }) =>
        settings.captions !== 'off' || settings.transcript
          ? { code: 'interpreter-captions-exposed', channelId }
          : undefined,
      prepare: async ({ guildId }) => await glossary.prepare(guildId),
      begun: (call, over) => {
        followReaders(call, { people, languages, over, log });
        questions.set(call, new LanguageQuestions({ call, over, messenger, clock, log }));
      },
      meet: async (call, userId, locale) => {
        if (locale !== undefined) questions.get(call)?.noteLocale(userId, locale);
        const chosen = await languages.of(call.request.guildId, userId);
        // For people who never said what they speak.
        const likely = locale && languageOfLocale(locale, call.request.settings.languages);
        call.choose(userId, { ...(likely ? { speaks: likely } : {}), ...chosen });
      },
      captions: (call, pace) => {
        const captions = interpreterCaptions({ ...parts, call, pace });
        captions.watch((event) => {
          if (event.is === 'page') questions.get(call)?.follow(event.channelId);
        });
        return captions;
      },
      isApart,
      ownPages: {
        areForThere: false,
        isBlank,
        begin: async (call, { guildId, userId }, locale, words) => {
          const { reads, speaks } = await languages.of(guildId, userId);
          const inCall = call.request.settings.languages;
          const chosen = reads ?? (speaks === detected ? undefined : speaks);
          const language = chosen ?? languageOfLocale(locale, inCall) ?? inCall[0] ?? 'en';
          const { cut } = words.interpreter.captions;
          const utterances = new Utterances({
            ...{ languages: inCall, language, original: false, own: true, cut },
          });
          return {
            head: words.call.myCaptions.head(call.channelId, languageName(language, words.locale)),
            read: (line) => utterances.read(line),
          };
        },
      },
      captionsNeedModerator: false,
      betweenPicturesMs: 500,
    });
    this.glossary = glossary;
    this.detectsLanguage = parts.detectsLanguage;
    this.#languages = languages;
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

  /**
   * The answer to what a person was asked who speaks another language than the one they chose.
   * @throws {Refusal} `call-question-not-yours`, `control-expired`
   */
  async speakInstead(actor: Actor, id: string): Promise<PersonLanguages> {
    const [asked = '', language = ''] = id.split('.');
    if (!isLanguage(language)) throw new Refusal({ code: 'control-expired' });
    if (asked !== actor.userId) throw new Refusal({ code: 'call-question-not-yours', userId: asked });
    return await this.me(actor, { speaks: language });
  }
}

/** Gives people who are in the channel without being heard the languages they chose earlier. */
function followReaders(
  call: Interpretation,
  {
    people,
    languages,
    over,
    log,
  }: {
    readonly people: VoicePeople;
    readonly languages: LanguagesOfPeople;
    /** Aborts when the call ends. */
    readonly over: AbortSignal;
    readonly log: Logger;
  },
): void {
  const { guildId, reference } = call.request;
  const choose = async (userId: string) => {
    const chosen = await languages.of(guildId, userId);
    const isNews = !over.aborted && !call.languages.has(userId) && Object.keys(chosen).length > 0;
    if (isNews) call.choose(userId, chosen);
  };
  const follow = (userId: string) =>
    void choose(userId).catch((error: unknown) => {
      log.warn({ err: error, reference }, "couldn't look up which language someone reads");
    });
  for (const { userId } of people.in(guildId, call.channelId)) follow(userId);
  const stop = people.onArrival((arrival) => {
    if (arrival.guildId === guildId && arrival.channelId === call.channelId) follow(arrival.userId);
  });
  over.addEventListener('abort', stop, { once: true });
}
