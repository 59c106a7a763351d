import type { Actor } from '../authority/actor.ts';
import { MyCaptions } from '../call/captions/my-captions.ts';
import { CallDesk } from '../call/desk.ts';
import type { CallDeskParts } from '../call/desk-parts.ts';
import type { Order } from '../discord/order.ts';
import type { Words } from '../words/index.ts';
import { interpreterCaptions, isBlank } from './captions/captions.ts';
import { Utterances } from './captions/utterances.ts';
import { interpreterFace as face } from './face.ts';
import type { Glossary } from './glossary.ts';
import {
  type InterpretationAsk,
  interpretationSettings,
  type PersonAsk,
  personLanguages,
} from './interpretation-ask.ts';
import { detected, languageName, languageOfLocale } from './language-names.ts';
import { LanguagesOfPeople, type PersonLanguagesShelf } from './people.ts';
import { followReaders } from './readers.ts';
import type { Interpretation, Interpretations, InterpretedLine, PersonLanguages } from './types.ts';

export interface InterpreterDeskParts extends CallDeskParts<Interpretation> {
  readonly calls: Interpretations;
  readonly glossary: Glossary;
  readonly languages: PersonLanguagesShelf;
  /** Whether that person may see that channel now. */
  readonly sees: (guildId: string, userId: string, channelId: string) => boolean;
  /** Whether the service may detect what a person speaks. */
  readonly detectsLanguage: boolean;
}

/** The interpreter as commands and buttons use it, from request to end. */
export class InterpreterDesk extends CallDesk<Interpretation, InterpretationAsk> {
  readonly glossary: Glossary;
  readonly detectsLanguage: boolean;
  readonly #parts: InterpreterDeskParts;
  readonly #languages: LanguagesOfPeople;
  /** By call id. */
  readonly #mine = new Map<string, MyCaptions<InterpretedLine>>();

  constructor(parts: InterpreterDeskParts) {
    const { glossary, people, log } = parts;
    const languages = new LanguagesOfPeople(parts.languages);
    super(parts, {
      face,
      moderatorsOption: ({ transcript }) => (transcript === true ? 'transcript' : undefined),
      requestOf: (basics, ask) => ({ ...basics, settings: interpretationSettings(ask) }),
      exposed: ({ settings, voiceChannelId: channelId }) =>
        settings.captions !== 'off' || settings.transcript
          ? { code: 'interpreter-captions-exposed', channelId }
          : undefined,
      prepare: async ({ guildId }) => await glossary.prepare(guildId),
      begun: (call, over) => {
        followReaders(call, { people, languages, over, log });
        const mine = new MyCaptions({ ...parts, call, isBlank });
        this.#mine.set(call.request.id, mine);
        over.addEventListener('abort', () => this.#mine.delete(call.request.id), { once: true });
      },
      meet: async (call, userId, locale) => {
        const chosen = await languages.of(call.request.guildId, userId);
        // For people who never said what they speak.
        const likely = locale && languageOfLocale(locale, call.request.settings.languages);
        call.choose(userId, { ...(likely ? { speaks: likely } : {}), ...chosen });
      },
      captions: (call) => interpreterCaptions({ ...parts, call }),
      captionsNeedModerator: false,
      betweenPicturesMs: 500,
    });
    this.#parts = parts;
    this.glossary = glossary;
    this.detectsLanguage = parts.detectsLanguage;
    this.#languages = languages;
  }

  /**
   * Shows a person what's said, in one language, on a page that only they see.
   * @throws {Refusal} `call-over`, `call-pages-full`
   */
  async openMine({ panel, locale }: Order, actor: Actor, id: string, words: Words): Promise<void> {
    const { guildId, userId } = actor;
    const { rooms, sees } = this.#parts;
    const { reads, speaks } = await this.#languages.of(guildId, userId);
    const call = this.access.find(actor, id);
    const { languages } = call.request.settings;
    const chosen = reads ?? (speaks === detected ? undefined : speaks);
    const language = chosen ?? languageOfLocale(locale, languages) ?? languages[0] ?? 'en';
    const { cut } = words.interpreter.captions;
    const utterances = new Utterances({ languages, language, original: false, own: true, cut });
    this.#mine.get(id)?.open({
      userId,
      panel,
      head: words.call.myCaptions.head(call.channelId, languageName(language, words.locale)),
      read: (line) => utterances.read(line),
      maySee: (channelId) =>
        rooms.whereIs(guildId, userId)?.channelId === channelId || sees(guildId, userId, channelId),
      words,
    });
  }

  /** *Continue* under such a page. @throws {Refusal} like `openMine` */
  async continueMine(order: Order, actor: Actor, id: string, words: Words): Promise<void> {
    this.access.find(actor, id);
    const isKnown = this.#mine.get(id)?.continue(actor.userId, order.panel) ?? false;
    if (!isKnown) await this.openMine(order, actor, id, words);
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
}
