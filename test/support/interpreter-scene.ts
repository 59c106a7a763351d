import { usualEcho } from '../../src/call/hearing/echo-settings.ts';
import { usualEndpointing } from '../../src/call/hearing/endpointing.ts';
import { openInterpretations } from '../../src/interpreter/interpretation.ts';
import type { InterpretationsParts } from '../../src/interpreter/interpreter-parts.ts';
import { usualInterpreter } from '../../src/interpreter/settings.ts';
import type {
  Interpretation,
  InterpretationRequest,
  InterpretationSettings,
  InterpretedLine,
  PersonLanguages,
} from '../../src/interpreter/types.ts';
import type { FakeClock } from './fake-clock.ts';
import { FakeTranslations } from './fake-translation.ts';
import { RoomScene } from './room-scene.ts';

export interface InterpreterSceneOptions {
  readonly settings?: Partial<InterpretationSettings>;
  readonly parts?: Partial<InterpretationsParts>;
  readonly clock?: FakeClock;
  /** Who takes part, with their languages. */
  readonly people?: Readonly<Record<string, PersonLanguages>>;
}

export const threePeople = { ann: { speaks: 'en' }, bea: { speaks: 'es' }, cho: { speaks: 'ja' } } as const;

export function interpretationRequest(settings: Partial<InterpretationSettings> = {}): InterpretationRequest {
  return {
    id: 'interpreter-1',
    reference: 'I1',
    guildId: 'guild',
    voiceChannelId: 'voice',
    textChannelId: 'text',
    panelChannelId: 'text',
    startedBy: 'ann',
    locale: 'en-US',
    publicLocale: 'en-US',
    settings: {
      languages: ['en', 'es'],
      spoken: 'in-pauses',
      captions: 'one-thread',
      original: true,
      sameLanguage: false,
      transcript: false,
      ...settings,
    },
  };
}

/** An interpreter in a room where a test speaks and says what the service does. */
export class InterpreterScene extends RoomScene {
  readonly service = new FakeTranslations();
  readonly lines: InterpretedLine[] = [];
  readonly interpretations;
  readonly request: InterpretationRequest;
  readonly #options: InterpreterSceneOptions;
  #interpretation: Interpretation | undefined;

  constructor(options: InterpreterSceneOptions = {}) {
    super(options.clock);
    this.#options = options;
    this.request = interpretationRequest(options.settings);
    this.interpretations = openInterpretations({
      rooms: this.rooms,
      client: this.service,
      spending: this.spending,
      peopleIn: (_, channelId) =>
        [...this.rooms.people].filter(([, place]) => place.channelId === channelId).map(([userId]) => userId),
      settings: usualInterpreter,
      endpointing: { ...usualEndpointing, mode: 'paced' },
      echo: usualEcho,
      clock: this.clock,
      log: this.log.log,
      random: () => 0.5,
      ...options.parts,
    });
  }

  static async start(options: InterpreterSceneOptions = {}): Promise<InterpreterScene> {
    const scene = new InterpreterScene(options);
    await scene.start();
    return scene;
  }

  async start(): Promise<void> {
    const interpretation = await this.interpretations.start(this.request);
    this.#interpretation = interpretation;
    interpretation.watch((event) => {
      if (event.is === 'line') this.lines.push(event.line);
    });
    interpretation.onChange(() => {
      const { state } = interpretation;
      const now = state.is === 'running' ? state.activity : state.end;
      if (this.activities.at(-1) !== now) this.activities.push(now);
    });
    const people = this.#options.people ?? { ann: { speaks: 'en' }, bea: { speaks: 'es' } };
    for (const [userId, languages] of Object.entries(people)) this.join(userId, languages);
  }

  get interpretation(): Interpretation {
    if (!this.#interpretation) throw new Error('the interpreter was not started');
    return this.#interpretation;
  }

  get activity(): string {
    const { state } = this.interpretation;
    return state.is === 'running' ? state.activity : state.end;
  }

  /** What was played, in order, by who spoke first in it. */
  get played() {
    return this.lease.mouth.playbacks.filter(({ heard }) => heard.length > 0);
  }

  /** Final lines, `who to: what`, with a dash where it was cut. */
  get said(): readonly string[] {
    return this.lines
      .filter(({ final }) => final)
      .map(({ userId, to, original, translation, cut }) => {
        const text = to === undefined ? original.sure : translation.sure;
        return `${userId} ${to ?? 'own'}: ${text}${cut ? '–' : ''}`;
      });
  }

  join(userId: string, languages?: PersonLanguages): void {
    this.arrive(userId);
    if (languages) this.interpretation.choose(userId, languages);
    this.interpretation.join(userId);
  }

  async quiet(durationMs: number): Promise<void> {
    await this.clock.advance(durationMs);
  }
}
