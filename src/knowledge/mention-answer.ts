import { stripDeceptive } from '../discord/escape.ts';
import { container, parseCustomId, text } from '../discord/layout.ts';
import type { Mention } from '../discord/mention-feed.ts';
import type { MessageBody, Messenger } from '../discord/messenger.ts';
import type { Words } from '../words/index.ts';
import type { Reader } from './access.ts';
import { renderAnswer } from './answer-page.ts';
import { contextOf } from './answers.ts';
import type { KnowledgeDesk } from './desk.ts';
import { longestQuestion } from './find.ts';

export interface MentionAnswerParts {
  readonly knowledge: Pick<KnowledgeDesk, 'answers' | 'bases' | 'decisions' | 'pages'>;
  readonly messenger: Pick<Messenger, 'customIdsIn'>;
  /** A reader without any role who sees that channel: everyone there may read what they may. */
  readonly anybodyIn: (guildId: string, channelId: string) => Reader | undefined;
}

/** The answer that a message replies to. */
interface EarlierAnswer {
  /** What was asked; undefined if it's forgotten. */
  readonly context: string | undefined;
}

/** Finds what to answer a mention with. */
export class MentionAnswers {
  readonly #parts: MentionAnswerParts;

  constructor(parts: MentionAnswerParts) {
    this.#parts = parts;
  }

  /** Undefined if it isn't a reply to one of our answers. The buttons of the answer lead to what was asked. */
  async earlier({ repliesTo, actor, message }: Mention): Promise<EarlierAnswer | undefined> {
    if (repliesTo === undefined) return undefined;
    const { messenger, knowledge } = this.#parts;
    const ids = await messenger.customIdsIn(message.channelId, repliesTo).catch(() => []);
    const control = ids
      .map((id) => parseCustomId(id))
      .find((each) => each?.feature === 'knowledge' && each.action === 'unhelpful');
    if (!control) return undefined;
    const page = await knowledge.pages.find(actor, control.id);
    return { context: page?.is === 'answer' ? contextOf(page) : undefined };
  }

  /**
   * Everyone in the channel reads the answer, so it only uses what all of them may use.
   * @param searching runs what takes a while
   * @throws Refusal, ServiceError
   */
  async to(
    mention: Mention,
    words: Words,
    options: {
      readonly earlier: EarlierAnswer | undefined;
      readonly signal: AbortSignal;
      readonly searching: <Result>(work: () => Promise<Result>) => Promise<Result>;
    },
  ): Promise<MessageBody | undefined> {
    const { knowledge, anybodyIn } = this.#parts;
    const { guildId, channelId, author, body } = mention.message;
    const anybody = anybodyIn(guildId, channelId);
    if (!anybody) return undefined;
    const reader = { ...mention.actor, channelIds: mention.channelIds, roleIds: author.roleIds };
    await knowledge.bases.sharedBy(reader, [anybody]);
    const question = questionIn(mention.text, body.files.length + body.stickers.length > 0);
    const { help, filesOnly } = words.knowledge.mention;
    if (question.is !== 'question') return sentence(question.is === 'files' ? filesOnly : help);
    const context = { earlier: options.earlier?.context, signal: options.signal };
    const answered = await options.searching(
      async () => await knowledge.answers.askForAll(reader, [anybody], question.text, context),
    );
    const bases = knowledge.bases.byId(guildId);
    return renderAnswer({ ...answered, bases, inReply: { isCut: question.isCut } }, words);
  }
}

export function sentence(content: string): MessageBody {
  return { components: [container([text(content)])] };
}

/** What a person who mentions the bot wants. `nothing`: they only said its name. */
type MentionQuestion =
  | { readonly is: 'nothing' }
  | { readonly is: 'files' }
  | { readonly is: 'question'; readonly text: string; readonly isCut: boolean };

/** More than Discord lets anyone write. */
const longestRead = 8_000;

/** @param text without the bot's name */
export function questionIn(text: string, hasFiles: boolean): MentionQuestion {
  const asked = stripDeceptive(text.slice(0, longestRead)).replace(/\s+/g, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(asked)) return { is: hasFiles ? 'files' : 'nothing' };
  const isCut = asked.length > longestQuestion;
  return { is: 'question', text: asked.slice(0, longestQuestion).toWellFormed(), isCut };
}
