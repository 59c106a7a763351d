import { ComponentType } from 'discord.js';
import type { SessionView } from '../../sandbox/service/realtime/session-record.ts';
import { fastRealtime, usualRealtime } from '../../sandbox/service/realtime/settings.ts';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import type { PersonEvents, SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { joinVoice, type VoicePerson } from '../../sandbox/test/support/voice-person.ts';
import { SpeakScene } from './speak-scene.ts';
import type { StageOptions } from './stage.ts';

type Seen = PersonEvents['MESSAGE_CREATE'];

/** Somebody in an interpreted call, with a language of their own. */
export interface Speaker {
  readonly person: SandboxPerson;
  readonly voice: VoicePerson;
  readonly language: string;
}

export const interpretSettings = { ...usualRealtime, ...fastRealtime, realTimeFactor: 0.2, previewMs: 1_200 };

/** Somebody in a voice channel, where interpreted calls can begin. */
export async function interpretedScene(stage: StageOptions = {}): Promise<SpeakScene> {
  return await SpeakScene.open({ ...stage, service: { realtime: interpretSettings, ...stage.service } });
}

/** An interpreter that the member began, with the running bot, both stand-ins and real sound. */
export class InterpretScene {
  readonly scene: SpeakScene;
  /** What everybody in the channel sees of it. */
  readonly panel: Seen;
  /** The member, who speaks the first language of the call. */
  readonly member: Speaker;
  readonly #others: Speaker[] = [];
  /** Sessions at the service that were there before it. */
  readonly #sessionsBefore: number;

  private constructor(scene: SpeakScene, panel: Seen, language: string, sessionsBefore: number) {
    this.scene = scene;
    this.panel = panel;
    this.member = { person: scene.member, voice: scene.listener, language };
    this.#sessionsBefore = sessionsBefore;
  }

  /** @param options of `/interpret start`; its first language is the member's */
  static async open(
    languages: readonly [string, ...string[]],
    options: Readonly<Record<string, string | boolean>> = {},
    stage: StageOptions = {},
  ): Promise<InterpretScene> {
    const scene = await interpretedScene(stage);
    try {
      return await InterpretScene.begin(scene, languages, options);
    } catch (error) {
      await scene.close();
      throw error;
    }
  }

  /** The same on a scene that stands. */
  static async begin(
    scene: SpeakScene,
    languages: readonly [string, ...string[]],
    options: Readonly<Record<string, string | boolean>> = {},
  ): Promise<InterpretScene> {
    const sessionsBefore = scene.stage.service.realtime.sessions.length;
    // The panel of a call that was stopped a moment ago may still have its buttons.
    const before = new Set(scene.member.messages.keys());
    const given = { languages: languages.join(', '), ...options };
    await scene.member.invoke(scene.channelId, ['interpret', 'start'], given);
    const panel = await scene.member.untilMessage(
      ({ id, components }) => !before.has(id) && JSON.stringify(components).includes('interpret:join'),
    );
    return new InterpretScene(scene, panel, languages[0], sessionsBefore);
  }

  /** Somebody else comes into the channel, says what they speak, and presses *Join*. */
  async come(name: Parameters<SpeakScene['stage']['person']>[0], language: string): Promise<Speaker> {
    const { stage, channelId } = this.scene;
    const person = await stage.person(name);
    const voice = await joinVoice(stage.discord, person, stage.discord.channels.voice);
    const speaker = { person, voice, language };
    this.#others.push(speaker);
    const chosen = await person.invoke(channelId, ['interpret', 'me'], { speaks: language });
    await person.answerTo(chosen);
    await this.agree(speaker);
    return speaker;
  }

  async agree({ person }: Speaker = this.member): Promise<void> {
    const pressed = await person.click(this.panel, 'Join');
    const answer = JSON.stringify(await person.answerTo(pressed));
    if (!answer.includes('interpret:remember')) throw new Error(`this person couldn't join: ${answer}`);
  }

  /** Speaks a sentence in their language, with a voice of their own. */
  async say(text: string, { person, voice, language }: Speaker = this.member): Promise<void> {
    const samples = await this.realtime.voice(text, `voice of ${person.id}`, 48_000, language);
    await voice.speakPcm(samples, 48_000);
  }

  /** Says it again until its captions are there: sound that comes late on a busy machine is understood in pieces. */
  async sayUntilCaptioned(text: string, speaker: Speaker, ...captions: readonly string[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      await this.say(text, speaker);
      const come = captions.map(async (words) => await this.caption(words, speaker, 12_000));
      const came = await Promise.allSettled(come);
      const missing = came.find(({ status }) => status === 'rejected');
      if (!missing) return;
      if (attempt === 5) throw new Error(`“${text}” was never understood`, { cause: missing });
    }
  }

  get realtime() {
    return this.scene.stage.service.realtime;
  }

  /** Those of this call at the service. */
  get sessions(): readonly SessionView[] {
    return this.realtime.sessions.slice(this.#sessionsBefore);
  }

  /** Every sentence of this call that stands on a page by now, from top to bottom, each with its speaker. */
  get captions(): readonly string[] {
    const { state, guildId, channels } = this.scene.stage.discord;
    return state
      .channels(guildId)
      .filter(
        ({ id, thread, name }) =>
          id === channels.voice || (thread !== undefined && name.startsWith('Captions')),
      )
      .flatMap(({ id }) => state.messages(id))
      .filter(({ id }) => BigInt(id) > BigInt(this.panel.id))
      .map(({ components }) => components ?? [])
      .filter(isPage)
      .flatMap((components) => sentencesIn(components));
  }

  /** Waits until a caption has these words, of that person. */
  async caption(words: string, of: Speaker, withinMs?: number): Promise<void> {
    const isIt = (text: string) => text.includes(words) && text.includes(`<@${of.person.id}>`);
    await eventually(() => this.captions.some(isIt), `a caption “${words}”`, withinMs);
  }

  /** Stops it unless it's over, and the scene is as it was before: for the next call on it. */
  async end(): Promise<void> {
    const panel = JSON.stringify(this.member.person.messages.get(this.panel.id)?.components);
    if (panel.includes('interpret:stop')) await this.member.person.click(this.panel, 'Stop');
    for (const { voice } of this.#others) await voice.leave();
    await this.scene.reset();
  }

  async close(): Promise<void> {
    for (const { voice } of this.#others) await voice.leave();
    await this.scene.close();
  }
}

/** Pages are plain text; panels and notices are containers. */
function isPage(components: readonly Readonly<Record<string, unknown>>[]): boolean {
  return components[0]?.type === ComponentType.TextDisplay;
}

/** On a page the speaker stands once for consecutive sentences, and translations in small print below. */
function sentencesIn(components: readonly unknown[]): readonly string[] {
  const rows = [...JSON.stringify(components).matchAll(/"content":("(?:[^"\\]|\\.)*")/g)].flatMap(
    ([, content = '""']) => String(JSON.parse(content)).split('\n'),
  );
  const sentences: string[] = [];
  let speaker = '';
  for (const row of rows) {
    const [named] = row.match(/^<@\d+>/) ?? [];
    speaker = named ?? speaker;
    if (!row.startsWith('-#')) sentences.push(named === undefined ? `${speaker} ${row}` : row);
    else if (sentences.length > 0) sentences.push(`${sentences.pop()}\n${row}`);
  }
  return sentences;
}
