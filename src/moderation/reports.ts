import type { Actor, Permission } from '../authority/actor.ts';
import { moderates } from '../authority/moderator.ts';
import { type ModeratorsChannel, postToModerators } from '../community/moderators-post.ts';
import { cutText, showAsIs } from '../discord/escape.ts';
import { button, buttonRow, container, text } from '../discord/layout.ts';
import { messageUrl } from '../discord/message-url.ts';
import type { Messenger } from '../discord/messenger.ts';
import { BoundedMap } from '../operations/bounded-map.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { Words } from '../words/index.ts';

/** A message of the bot, such as a shared answer, captions or the panel of what's read aloud. */
export interface ReportedMessage {
  readonly guildId: string;
  readonly channelId: string;
  readonly messageId: string;
}

const longestReason = 500;
const longestQuote = 1_500;
const mostOpen = 200;

/** People tell moderators that something is wrong with what the bot posted. */
export class Reports {
  readonly #parts;
  /** By reporter and message: what it said when they saw it. Panels and captions change. */
  readonly #seen = new BoundedMap<string, string>(mostOpen);

  constructor(
    parts: ModeratorsChannel & {
      readonly messenger: Pick<Messenger, 'post' | 'remove'>;
    },
  ) {
    this.#parts = parts;
  }

  /** Someone opened the form about a message with this text. */
  noteSeen(userId: string, messageId: string, said: string): void {
    this.#seen.set(`${userId}/${messageId}`, cutText(said, longestQuote));
  }

  /** A person's report of a message is posted once, however often they send it. @throws {Refusal} `reports-nowhere` */
  async report(
    { guildId, channelId, messageId }: ReportedMessage,
    { userId, reason }: { readonly userId: string; readonly reason: string },
    words: Words,
  ): Promise<void> {
    const { report } = words.settings;
    const key = `${userId}/${messageId}`;
    const [quoted, said] = [this.#seen.get(key) ?? '', showAsIs(reason, longestReason)];
    const components = [
      text(report.posted(`<@${userId}>`, messageUrl(guildId, channelId, messageId))),
      ...(quoted === '' ? [] : [text(`>>> ${quoted}`)]),
      ...(said === '' ? [] : [text(report.reason(said))]),
      ...buttonRow([
        button('danger', report.remove, 'report', 'delete', `${channelId}.${messageId}`),
        button('secondary', report.dismiss, 'report', 'dismiss', '-'),
      ]),
    ];
    const nonce = `rm${messageId.slice(-11)}${userId.slice(-11)}`;
    await postToModerators(this.#parts, guildId, { components: [container(components)] }, nonce);
    this.#seen.delete(key);
  }

  /** Deletes a message that was reported. @throws {Refusal} `you-lack-permissions` unless they moderate its channel */
  async remove(actor: Actor, { guildId, channelId, messageId }: ReportedMessage): Promise<void> {
    if (!moderates(actor, { guildId, channelId }))
      throw new Refusal({ code: 'moderators-only', anyOf: deciders });
    await this.#parts.messenger.remove(channelId, messageId);
  }
}

const deciders: readonly Permission[] = ['ManageMessages'];
