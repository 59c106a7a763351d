import { PermissionFlagsBits } from 'discord.js';
import { startConsole } from '../../sandbox/console/server.ts';
import { type BrowserPage, openInBrowser } from '../../sandbox/test/support/browser-page.ts';
import { wordsFor } from '../../src/words/index.ts';
import { startBot } from '../../test/support/bot-process.ts';
import { PushedClock } from '../../test/support/pushed-clock.ts';
import { Stage, type StageOptions } from '../../test/support/stage.ts';
import { Hand } from './hand.ts';

export interface FirstHourOptions {
  readonly locale: string;
  readonly width: number;
  readonly isKeyboard: boolean;
  readonly folder: string;
  /** With everything on, and a disk of its own. */
  readonly isOperators: boolean;
  readonly dataDir?: string;
  /** What's set for the bot and the stand-ins besides. */
  readonly stage?: Pick<StageOptions, 'env' | 'discord' | 'service'>;
  /** A third person on the server, on a phone, who reads a language of their own. */
  readonly guest?: { readonly name: string; readonly locale: string };
}

const heights = { wide: 900, narrow: 844 };
const { ViewChannel, SendMessages, AttachFiles, ReadMessageHistory } = PermissionFlagsBits;
/** What an operator gives the bot in the moderators' channel. */
const mayWrite = ViewChannel | SendMessages | AttachFiles | ReadMessageHistory;
const waitMs = 60_000;
/** Below that, lists are drawers. */
const narrowPx = 900;
const phonePx = 390;

/** The bot on the stand-ins, and the pages of its owner, who also moderates, and of a member. */
export class FirstHour implements AsyncDisposable {
  readonly stage: Stage;
  readonly owner: Hand;
  readonly member: Hand;
  readonly #guest: Hand | undefined;
  readonly words: ReturnType<typeof wordsFor>;
  readonly facts: Record<string, unknown> = {};
  readonly #complaints: (() => readonly string[])[];
  readonly #opened: AsyncDisposableStack;

  static async open(options: FirstHourOptions): Promise<FirstHour> {
    await using opened = new AsyncDisposableStack();
    const clock = new PushedClock();
    const env = {
      NEW_SERVERS: options.isOperators ? 'on' : 'off',
      LANG: options.locale.replace('-', '_'),
      ...(options.dataDir === undefined ? {} : { DATA_DIR: options.dataDir }),
      ...options.stage?.env,
    };
    const start = async (given: Readonly<Record<string, string>>) => await startBot(given, clock);
    const { service, discord } = options.stage ?? {};
    const staging = { ...(service && { service }), discord: { locale: options.locale, ...discord } };
    const stage = opened.adopt(await Stage.open({ env, start, ...staging }), (it) => it.close());
    const { general, moderatorsOnly } = stage.discord.channels;
    const served = opened.adopt(
      await startConsole({ discordUrl: stage.discord.baseUrl, serviceUrl: stage.service.baseUrl }),
      (it) => it.close(),
    );
    const { isKeyboard, folder, guest } = options;
    const pages: BrowserPage[] = [];
    const enter = async (name: string, { locale, width }: { locale: string; width: number }) => {
      const isNarrow = width <= narrowPx;
      const height = isNarrow ? heights.narrow : heights.wide;
      const switches = ['--autoplay-policy=no-user-gesture-required'];
      const shown = { width, height, touch: isNarrow, locale, switches };
      const opening = opened.use(await openInBrowser(`${served.url}/#${name}/${general}`, shown));
      pages.push(opening);
      const { page } = opening;
      page.setDefaultTimeout(waitMs);
      await page.locator('.writing [role=textbox], .writing textarea').waitFor();
      return new Hand(page, { name, isKeyboard, isNarrow, folder });
    };
    const owner = await enter('owner', options);
    const member = await enter('member', options);
    const visitor = guest && (await enter(guest.name, { locale: guest.locale, width: phonePx }));
    if (!options.isOperators)
      stage.discord.setPermissions(moderatorsOnly, stage.discord.botUserId, mayWrite, 0n);
    const { locale } = options;
    return new FirstHour({ stage, owner, member, guest: visitor, locale, pages, opened: opened.move() });
  }

  private constructor(parts: {
    stage: Stage;
    owner: Hand;
    member: Hand;
    guest: Hand | undefined;
    locale: string;
    pages: readonly { readonly complaints: readonly string[] }[];
    opened: AsyncDisposableStack;
  }) {
    this.stage = parts.stage;
    this.owner = parts.owner;
    this.member = parts.member;
    this.#guest = parts.guest;
    this.words = wordsFor(parts.locale);
    this.#complaints = parts.pages.map(
      ({ complaints }) =>
        () =>
          complaints,
    );
    this.#opened = parts.opened;
  }

  get guest(): Hand {
    if (!this.#guest) throw new Error('nobody else has a page');
    return this.#guest;
  }

  /** What's told besides the pictures. */
  told() {
    return {
      ...this.facts,
      presses: { owner: this.owner.presses, member: this.member.presses },
      tabs: { ...Object.fromEntries(this.owner.tabs), ...Object.fromEntries(this.member.tabs) },
      complaints: this.#complaints.flatMap((each) => each()),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.disposeAsync();
  }
}
