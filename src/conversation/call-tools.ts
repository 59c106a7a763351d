import type { Logger } from 'pino';
import type { VoicePeople } from '../call/voice-people.ts';
import type { SwitchedTools } from '../community/switched-tools.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { Call, CallRequest, CallTool } from './call-types.ts';
import { HeldPassages } from './tools/held-passages.ts';
import type { Questions } from './tools/questions.ts';
import type { ToolHands } from './tools/tool-parts.ts';
import { toolsOf } from './tools/tools.ts';

type ToolCall = Pick<Call, 'request' | 'channelId' | 'participants' | 'ended' | 'onChange' | 'beginAnew'>;

/**
 * Which tools each call has. What a server has switched off is read before the call begins and stays that way until it
 * ends.
 */
export class CallTools {
  readonly #parts;
  readonly #without = new Map<string, ReadonlySet<string>>();

  constructor(parts: {
    readonly guilds: Pick<SwitchedTools, 'withoutTools'>;
    readonly hands: ToolHands;
    readonly questions: Questions;
    readonly people: VoicePeople;
    readonly messenger: Messenger;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.#parts = parts;
  }

  async prepare({ id, guildId }: Pick<CallRequest, 'id' | 'guildId'>): Promise<void> {
    this.#without.set(id, await this.#parts.guilds.withoutTools(guildId));
  }

  forget(id: string): void {
    this.#without.delete(id);
  }

  of(call: ToolCall): readonly CallTool[] {
    const { guilds: _, ...parts } = this.#parts;
    const over = new AbortController();
    void call.ended.then(() => over.abort());
    this.#followLeavers(call, over.signal);
    const participants = () => call.participants;
    const without = this.#without.get(call.request.id) ?? new Set();
    const channelId = () => call.channelId;
    const held = new HeldPassages({ ...parts, call, over: over.signal });
    const { request } = call;
    return toolsOf({ ...parts, request, channelId, participants, held, over: over.signal }, without);
  }

  /** Withdraws questions to people who leave the call or its voice channel. */
  #followLeavers(call: ToolCall, over: AbortSignal): void {
    const { questions, people } = this.#parts;
    const { id, guildId } = call.request;
    let before = new Set(call.participants);
    const follow = () => {
      for (const userId of before) if (!call.participants.has(userId)) questions.left(id, userId);
      before = new Set(call.participants);
    };
    const stopChange = call.onChange(follow, () => [...call.participants]);
    const stopDeparture = people.onDeparture((left) => {
      if (left.guildId === guildId && left.channelId === call.channelId) questions.left(id, left.userId);
    });
    over.addEventListener('abort', () => {
      stopChange();
      stopDeparture();
    });
  }
}
