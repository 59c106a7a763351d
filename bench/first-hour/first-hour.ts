import { PermissionFlagsBits } from 'discord.js';
import { startConsole } from '../../sandbox/console/server.ts';
import { openInBrowser } from '../../sandbox/test/support/browser-page.ts';
import { wordsFor } from '../../src/words/index.ts';
import { startBot } from '../../test/support/bot-process.ts';
import { PushedClock } from '../../test/support/pushed-clock.ts';
import { Stage } from '../../test/support/stage.ts';
import { Hand } from './hand.ts';

export interface FirstHourOptions {
  readonly locale: string;
  readonly width: number;
  readonly isKeyboard: boolean;
  readonly folder: string;
  /** With everything on, and a disk of its own. */
  readonly isOperators: boolean;
  readonly dataDir?: string;
}

const heights = { wide: 900, narrow: 844 };
const { ViewChannel, SendMessages, AttachFiles, ReadMessageHistory } = PermissionFlagsBits;
/** What an operator gives the bot in the moderators' channel. */
const mayWrite = ViewChannel | SendMessages | AttachFiles | ReadMessageHistory;
const waitMs = 60_000;
/** Below that, lists are drawers. */
const narrowPx = 900;

/** The bot on the stand-ins, and the pages of its owner, who also moderates, and of a member. */
export class FirstHour implements AsyncDisposable {
  readonly stage: Stage;
  readonly owner: Hand;
  readonly member: Hand;
  readonly words: ReturnType<typeof wordsFor>;
  readonly facts: Record<string, unknown> = {};
  readonly #complaints: (() => readonly string[])[];
  readonly #opened: AsyncDisposableStack;

  static async open(options: FirstHourOptions): Promise<FirstHour> {
    await using opened = new AsyncDisposableStack();
    const clock = new PushedClock();
    const env = {
      NEW_SERVERS: options.isOperators ? 'on' : 'off',
      ...(options.dataDir === undefined ? {} : { DATA_DIR: options.dataDir }),
    };
    const start = async (given: Readonly<Record<string, string>>) => await startBot(given, clock);
    const stage = opened.adopt(await Stage.open({ env, start, discord: { locale: options.locale } }), (it) =>
      it.close(),
    );
    const { general, moderatorsOnly } = stage.discord.channels;
    const served = opened.adopt(await startConsole({ discordUrl: stage.discord.baseUrl }), (it) =>
      it.close(),
    );
    const { locale, width, isKeyboard, folder } = options;
    const isNarrow = width <= narrowPx;
    const height = isNarrow ? heights.narrow : heights.wide;
    const enter = async (name: string) => {
      const switches = ['--autoplay-policy=no-user-gesture-required'];
      const shown = { width, height, touch: isNarrow, locale, switches };
      return opened.use(await openInBrowser(`${served.url}/#${name}/${general}`, shown));
    };
    const pages = [await enter('owner'), await enter('member')] as const;
    const [owner, member] = pages.map(({ page }, index) => {
      page.setDefaultTimeout(waitMs);
      return new Hand(page, { name: index === 0 ? 'owner' : 'member', isKeyboard, isNarrow, folder });
    });
    if (!owner || !member) throw new Error('two pages were opened');
    for (const { page } of pages) await page.locator('.writing [role=textbox], .writing textarea').waitFor();
    if (!options.isOperators)
      stage.discord.setPermissions(moderatorsOnly, stage.discord.botUserId, mayWrite, 0n);
    return new FirstHour({ stage, owner, member, locale, pages, opened: opened.move() });
  }

  private constructor(parts: {
    stage: Stage;
    owner: Hand;
    member: Hand;
    locale: string;
    pages: readonly { readonly complaints: readonly string[] }[];
    opened: AsyncDisposableStack;
  }) {
    this.stage = parts.stage;
    this.owner = parts.owner;
    this.member = parts.member;
    this.words = wordsFor(parts.locale);
    this.#complaints = parts.pages.map(
      ({ complaints }) =>
        () =>
          complaints,
    );
    this.#opened = parts.opened;
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
