import type { NewsEvent } from '../../src/community/news.ts';
import { SwitchedTools } from '../../src/community/switched-tools.ts';
import { type CallAsk, settingsOf } from '../../src/conversation/call-ask.ts';
import type { CallLine, CallRequest } from '../../src/conversation/call-types.ts';
import { Questions } from '../../src/conversation/tools/questions.ts';
import { ada, CallKindWorld, callBasics } from './call-world.ts';
import { conversationDesk } from './desks.ts';
import { type FakeCall, FakeCalls } from './fake-calls.ts';
import { memorySettings } from './fake-settings.ts';
import { Listeners } from './listeners.ts';

export { actorOf, ada, ben, guildId, textChannel, voiceChannel } from './call-world.ts';

/** Conversations as people see them, with calls, rooms and Discord faked. */
export class ConversationWorld extends CallKindWorld<CallAsk, FakeCall> {
  protected readonly asked = {};
  readonly settings = memorySettings();
  readonly guilds = new SwitchedTools(this.settings.page('conversation'));
  /** What moderators heard. */
  readonly told: NewsEvent[] = [];
  /** Whom moderators don't let in. */
  readonly blocked = new Set<string>();
  readonly calls = new FakeCalls();
  readonly prepared: string[] = [];
  readonly forgotten: string[] = [];
  /** Messages that are deleted. */
  readonly removals = new Listeners<(removed: { readonly messageId: string }) => void>();
  readonly questions = new Questions(
    this.messenger,
    { onRemoval: this.removals.listen },
    this.clock,
    this.recorded.log,
  );
  readonly desk = conversationDesk({
    ...this.deskParts,
    decided: this.settings.page('conversation'),
    news: { tellNews: (event) => void this.told.push(event) },
    mayJoin: async (_, userId) => !this.blocked.has(userId),
    calls: this.calls,
    tools: {
      prepare: async ({ id }) => void this.prepared.push(id),
      forget: (id) => void this.forgotten.push(id),
    },
    questions: this.questions,
    guilds: this.guilds,
  });

  constructor() {
    super(1_000_000_000_000_000_000n);
  }
}

export function callRequest(ask: CallAsk = {}, changes: Partial<CallRequest> = {}): CallRequest {
  return {
    id: '1000000000000000077',
    ...callBasics,
    settings: settingsOf(ask, { model: 'xq3.5-omni-realtime', name: 'Emcee' }),
    ...changes,
  };
}

export function callLine(changes: Partial<CallLine> = {}): CallLine {
  return {
    id: 'line-1',
    by: { is: 'person', userId: ada },
    sure: 'hello',
    unsure: '',
    final: true,
    cut: false,
    sources: [],
    at: Date.UTC(2026, 0, 15, 12, 3, 5),
    ...changes,
  };
}
