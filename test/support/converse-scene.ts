import type { SessionView } from '../../sandbox/service/realtime/session-record.ts';
import { fastRealtime, usualRealtime } from '../../sandbox/service/realtime/settings.ts';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import type { PersonEvents, SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import type { VoicePerson } from '../../sandbox/test/support/voice-person.ts';
import { SpeakScene } from './speak-scene.ts';
import type { StageOptions } from './stage.ts';

type Seen = PersonEvents['MESSAGE_CREATE'];

const mostAttempts = 5;

interface SayOptions {
  readonly who?: VoicePerson;
  /** Whether a turn, as it was understood, is what was said. */
  readonly isIt?: (heard: string) => boolean;
  readonly beforeEach?: () => Promise<void>;
}

/**
 * Answers come five times as fast as they're spoken. What's being said is looked at once in a sentence: each look searches all of it
 * for everything that was voiced lately.
 */
export const talkSettings = { ...usualRealtime, ...fastRealtime, realTimeFactor: 0.2, previewMs: 1_600 };

/** Somebody in a voice channel, where conversations can begin. */
export async function talkScene(stage: StageOptions = {}): Promise<SpeakScene> {
  return await SpeakScene.open({ ...stage, service: { realtime: talkSettings, ...stage.service } });
}

/** A conversation that the member began, with the running bot, both stand-ins and real sound. */
export class ConverseScene {
  readonly scene: SpeakScene;
  /** What everybody in the channel sees of it. */
  readonly panel: Seen;
  /** Who began it. */
  readonly #starter: SandboxPerson;
  /** Sessions at the service that were there before it. */
  readonly #sessionsBefore: number;

  private constructor(parts: {
    readonly scene: SpeakScene;
    readonly panel: Seen;
    readonly starter: SandboxPerson;
    readonly sessionsBefore: number;
  }) {
    this.scene = parts.scene;
    this.panel = parts.panel;
    this.#starter = parts.starter;
    this.#sessionsBefore = parts.sessionsBefore;
  }

  /** @param options of `/converse start` */
  static async open(
    options: Readonly<Record<string, string | number | boolean>> = {},
    stage: StageOptions = {},
  ): Promise<ConverseScene> {
    const scene = await talkScene(stage);
    try {
      return await ConverseScene.begin(scene, scene.member, options);
    } catch (error) {
      await scene.close();
      throw error;
    }
  }

  /** The same for somebody of a scene that stands. */
  static async begin(
    scene: SpeakScene,
    person: SandboxPerson,
    options: Readonly<Record<string, string | number | boolean>> = {},
  ): Promise<ConverseScene> {
    const sessionsBefore = scene.stage.service.realtime.sessions.length;
    // The panel of a conversation that was stopped a moment ago may still have its buttons.
    const before = new Set(person.messages.keys());
    await person.invoke(scene.channelId, ['converse', 'start'], options);
    const panel = await person.untilMessage(
      ({ id, components }) => !before.has(id) && JSON.stringify(components).includes('converse:join'),
    );
    return new ConverseScene({ scene, panel, starter: person, sessionsBefore });
  }

  get member(): SandboxPerson {
    return this.scene.member;
  }

  get realtime() {
    return this.scene.stage.service.realtime;
  }

  /** Those of this conversation at the service. */
  get sessions(): readonly SessionView[] {
    return this.realtime.sessions.slice(this.#sessionsBefore);
  }

  get session(): SessionView | undefined {
    return this.sessions.at(-1);
  }

  /** Every turn as the service understood it. */
  get heard(): readonly string[] {
    return this.sessions.flatMap((session) => session.heard);
  }

  /** Every answer of the service. */
  get said(): readonly string[] {
    return this.sessions.flatMap((session) => session.said);
  }

  /** Speaks a sentence with one of the machine's voices. */
  async say(text: string, voice: string, who: VoicePerson = this.scene.listener): Promise<void> {
    await who.speakPcm(await this.realtime.voice(text, voice, 48_000), 48_000);
  }

  /**
   * Says it again until the service has understood it, word for word unless told otherwise: sound that comes late on a
   * busy machine is understood in pieces.
   */
  async sayUntilHeard(
    text: string,
    voice: string,
    { who = this.scene.listener, isIt = (heard) => heard === text, beforeEach }: SayOptions = {},
  ): Promise<void> {
    const before = this.heard.length;
    for (let attempt = 1; !this.heard.slice(before).some(isIt); attempt += 1) {
      if (attempt > mostAttempts)
        throw new Error(`“${text}” was heard as ${this.heard.slice(before).join(' / ')}`);
      await beforeEach?.();
      const turns = this.heard.length;
      await this.say(text, voice, who);
      await eventually(() => this.heard.length > turns, `a turn of “${text}”`);
    }
  }

  /** Types a sentence instead of speaking it; resolves to what they are told about that. */
  async type(text: string, person: SandboxPerson = this.member): Promise<string> {
    const invoked = await person.invoke(this.scene.channelId, ['converse', 'say'], { text });
    const said = (message: Seen) => message.content + JSON.stringify(message.components);
    return said(await person.answerTo(invoked, (message) => said(message).length > 2));
  }

  /** Presses *Join*; resolves when they are heard. */
  async agree(person: SandboxPerson = this.member): Promise<void> {
    const pressed = await person.click(this.panel, 'Join');
    const answer = JSON.stringify(await person.answerTo(pressed));
    if (!answer.includes('converse:remember')) throw new Error(`this person couldn't join: ${answer}`);
  }

  /** What the bot asks before it spends or posts, about these words: a sentence that was torn is asked about, too. */
  async question(words: string): Promise<Seen> {
    return await this.member.untilMessage((message) => {
      const question = JSON.stringify(message.components);
      return question.includes('converse:allow') && question.includes(words);
    });
  }

  /** Stops it unless it's over, and the scene is as it was before: for the next conversation on it. */
  async end(): Promise<void> {
    if (this.scene.botIsIn) await this.#starter.click(this.panel, 'Stop');
    await this.scene.reset();
    this.realtime.clearFaults();
    this.realtime.play([]);
    this.realtime.set(talkSettings);
  }

  async close(): Promise<void> {
    await this.scene.close();
  }
}
