import type { Logger } from 'pino';
import type { Actor } from '../../authority/actor.ts';
import type { VoicePeople } from '../../call/voice-people.ts';
import type { Messenger } from '../../discord/messenger.ts';
import type { Order } from '../../discord/order.ts';
import type { Clock } from '../../operations/clock.ts';
import type { CallRequest, CallTool } from '../call-types.ts';
import type { Questions } from './questions.ts';

/**
 * What other features do for a conversation, connected in the wiring. If something's absent, the bot can't do it here.
 */
export interface ToolHands {
  /**
   * A member with their current permissions, from Discord; undefined if they aren't in the guild.
   * @throws {Refusal} `roles-unknown`
   */
  actorOf(guildId: string, userId: string): Promise<Actor | undefined>;
  /** Text channels that the bot may write in. */
  channelsOf(guildId: string): readonly { readonly id: string; readonly name: string }[];
  /** Passages of documents that everybody who learns of them may read. @throws {Refusal} */
  readonly searchKnowledge?:
    | ((
        ask: KnowledgeAsk,
      ) => Promise<
        readonly { readonly text: string; readonly from: string | undefined; readonly baseId: string }[]
      >)
    | undefined;
  /** Whether everybody in that voice channel may read those bases now. @throws {Refusal} `roles-unknown` */
  readonly mayAllRead?:
    | ((ask: {
        readonly guildId: string;
        readonly channelId: string;
        readonly baseIds: readonly string[];
      }) => Promise<boolean>)
    | undefined;
  /** @throws {Refusal} if it isn't accepted; then nothing was spent */
  readonly startVideo?:
    | ((
        order: Order,
        ask: { readonly prompt: string; readonly duration: number | undefined },
      ) => Promise<void>)
    | undefined;
}

interface KnowledgeAsk {
  readonly actor: Actor;
  /** The voice channel where people hear the answer. */
  readonly channelId: string;
  /** The text channel where people can read the answer, too, in the transcript. */
  readonly writtenIn: string | undefined;
  readonly question: string;
  readonly signal: AbortSignal;
}

/** What every tool of a call gets. */
export interface ToolParts {
  readonly request: CallRequest;
  readonly hands: ToolHands;
  readonly questions: Questions;
  /** Records what the session knows and not everybody may read; false if it may not know these bases. */
  readonly held: { hold(baseIds: readonly string[]): Promise<boolean> };
  readonly people: VoicePeople;
  /** The call's current voice channel; a moderator may have moved the bot. */
  readonly channelId: () => string;
  /** Who takes part right now. */
  readonly participants: () => ReadonlySet<string>;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborts when the call is over. */
  readonly over: AbortSignal;
}

/** Makes a tool, if it's available here. */
export type ToolMaker = (parts: ToolParts) => CallTool | undefined;
