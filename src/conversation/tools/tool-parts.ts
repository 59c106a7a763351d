import type { Logger } from 'pino';
import type { Actor } from '../../authority/actor.ts';
import type { VoicePeople } from '../../call/voice-people.ts';
import type { Messenger } from '../../discord/messenger.ts';
import type { Order } from '../../discord/order.ts';
import type { Clock } from '../../operations/clock.ts';
import type { CallRequest, CallTool } from '../call-types.ts';
import type { Questions } from './questions.ts';

/** What other features do for a conversation; the wiring knows them. What's absent, the bot can't do here. */
export interface ToolHands {
  /**
   * A member and what they may do by now, as Discord says; undefined if they aren't in the guild.
   * @throws {Refusal} `roles-unknown`
   */
  actorOf(guildId: string, userId: string): Promise<Actor | undefined>;
  /** Text channels that the bot may write in. */
  channelsOf(guildId: string): readonly { readonly id: string; readonly name: string }[];
  /** Passages of documents that everybody may read who learns of them. @throws {Refusal} */
  readonly searchKnowledge?:
    | ((
        ask: KnowledgeAsk,
      ) => Promise<
        readonly { readonly text: string; readonly from: string | undefined; readonly baseId: string }[]
      >)
    | undefined;
  /** Whether everybody who is in that voice channel by now may read those bases. @throws {Refusal} `roles-unknown` */
  readonly mayAllRead?:
    | ((ask: {
        readonly guildId: string;
        readonly channelId: string;
        readonly baseIds: readonly string[];
      }) => Promise<boolean>)
    | undefined;
  /** @throws {Refusal} when it isn't accepted; then nothing was spent */
  readonly startVideo?:
    | ((
        order: Order,
        ask: { readonly prompt: string; readonly duration: number | undefined },
      ) => Promise<void>)
    | undefined;
}

interface KnowledgeAsk {
  readonly actor: Actor;
  /** The voice channel in which the answer is heard. */
  readonly channelId: string;
  /** The text channel in which the answer can be read, too: in the transcript. */
  readonly writtenIn: string | undefined;
  readonly question: string;
  readonly signal: AbortSignal;
}

/** What every tool of one call is made of. */
export interface ToolParts {
  readonly request: CallRequest;
  readonly hands: ToolHands;
  readonly questions: Questions;
  /** What the session knows that not everybody may read: false when it may not be told of these bases. */
  readonly held: { hold(baseIds: readonly string[]): Promise<boolean> };
  readonly people: VoicePeople;
  /** The voice channel of the call at the moment: a moderator may have moved the bot. */
  readonly channelId: () => string;
  /** Who takes part at the moment. */
  readonly participants: () => ReadonlySet<string>;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborts when the call is over. */
  readonly over: AbortSignal;
}

/** A tool, if it can be had here. */
export type ToolMaker = (parts: ToolParts) => CallTool | undefined;
