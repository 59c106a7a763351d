import type { Actor } from '../../src/authority/actor.ts';
import type { InterpreterDesk } from '../../src/interpreter/desk.ts';
import { Glossary } from '../../src/interpreter/glossary.ts';
import { type InterpretationAsk, interpretationSettings } from '../../src/interpreter/interpretation-ask.ts';
import type { InterpretationRequest, InterpretedLine, PersonLanguages } from '../../src/interpreter/types.ts';
import { ada, CallWorld, guildId, textChannel, voiceChannel } from './call-world.ts';
import { actorOf } from './conversation-world.ts';
import { interpreterDesk } from './desks.ts';
import { FakeInterpretations } from './fake-interpretations.ts';
import { memorySettings } from './fake-settings.ts';
import { MemoryShelf } from './memory-shelf.ts';

/** Interpreters as people see them, with calls, rooms and Discord faked. */
export class InterpreterWorld extends CallWorld {
  readonly languages = new MemoryShelf<PersonLanguages>(() => this.line);
  readonly calls = new FakeInterpretations();
  readonly pronunciations: { word: string; as: string }[] = [];
  readonly glossary = new Glossary(memorySettings().page('interpreter'), async () => this.pronunciations);
  detectsLanguage = false;
  #desk: InterpreterDesk | undefined;

  constructor() {
    super(1_100_000_000_000_000_000n);
  }

  get desk(): InterpreterDesk {
    this.#desk ??= interpreterDesk({
      ...this.deskParts,
      calls: this.calls,
      glossary: this.glossary,
      languages: this.languages,
      detectsLanguage: this.detectsLanguage,
    });
    return this.#desk;
  }

  /** Begins a call of somebody who is in the voice channel. */
  async start(ask: Partial<InterpretationAsk> = {}, actor: Actor = actorOf(ada)) {
    if (!this.rooms.whereIs(guildId, actor.userId)) this.arrive(actor.userId);
    await this.desk.start(this.order(actor.userId), actor, { languages: 'en, de', ...ask });
    const call = this.calls.of(guildId);
    if (!call) throw new Error('no call');
    await this.clock.advance(0);
    return call;
  }
}

export function interpretationRequest(ask: Partial<InterpretationAsk> = {}): InterpretationRequest {
  return {
    id: '1100000000000000077',
    reference: 'TEST-0077',
    guildId,
    voiceChannelId: voiceChannel,
    textChannelId: textChannel,
    panelChannelId: textChannel,
    startedBy: ada,
    locale: 'en-US',
    publicLocale: 'en-US',
    settings: interpretationSettings({ languages: 'en, de', ...ask }),
  };
}

export function interpretedLine(changes: Partial<InterpretedLine> = {}): InterpretedLine {
  return {
    id: 'line-1',
    userId: ada,
    from: 'en',
    to: 'de',
    original: { sure: 'Good morning.', unsure: '' },
    translation: { sure: 'Guten Morgen.', unsure: '' },
    showsOriginal: true,
    final: true,
    cut: false,
    at: Date.UTC(2026, 0, 15, 12, 3, 5),
    ...changes,
  };
}
