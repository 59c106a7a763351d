import { fastSynthesis } from '../../sandbox/service/synthesis/settings.ts';
import { compareSound, type Likeness } from '../../sandbox/test/support/audio-compare.ts';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import type { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { joinVoice, type VoicePerson } from '../../sandbox/test/support/voice-person.ts';
import { Stage, type StageOptions } from './stage.ts';

const mostAttempts = 5;
/** For the last packets, which are on their way when the answer says that it was read. */
const lastPacketsMs = 10_000;

/** The bot as a process, both stand-ins with end-to-end encryption on, and somebody in a voice channel. */
export class SpeakScene {
  readonly stage: Stage;
  readonly member: SandboxPerson;
  readonly listener: VoicePerson;

  private constructor(stage: Stage, member: SandboxPerson, listener: VoicePerson) {
    this.stage = stage;
    this.member = member;
    this.listener = listener;
  }

  static async open(options: StageOptions = {}): Promise<SpeakScene> {
    const stage = await Stage.open({ ...options, service: { synthesis: fastSynthesis, ...options.service } });
    try {
      const member = await stage.person('member');
      return new SpeakScene(
        stage,
        member,
        await joinVoice(stage.discord, member, stage.discord.channels.voice),
      );
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  get botId(): string {
    return this.stage.discord.botUserId;
  }

  /** The text channel in which commands are given. */
  get channelId(): string {
    return this.stage.discord.channels.general;
  }

  /** Whether it's in a voice channel. */
  get botIsIn(): boolean {
    const { voiceStates, guildId } = this.stage.discord;
    return voiceStates.find(guildId, this.botId) !== undefined;
  }

  async say(text: string, who: SandboxPerson = this.member): Promise<{ readonly id: string }> {
    return await who.invoke(this.channelId, ['speak', 'say'], { text });
  }

  /** Waits until the private answer to a `/speak` command says something. */
  async answer(invoked: { readonly id: string }, sign: string, who = this.member): Promise<void> {
    await who.untilMessage(
      (message) =>
        message.interaction_metadata?.id === invoked.id && JSON.stringify(message.components).includes(sign),
      60_000,
    );
  }

  /** Waits until somebody reads these words in the text channel, written by the bot. */
  async notice(words: RegExp): Promise<void> {
    await this.member.untilMessage(
      ({ author, content, components }) =>
        author.id === this.botId && words.test(content + JSON.stringify(components)),
      60_000,
    );
  }

  /** Waits until the listener has heard so many packets of the bot that are no silence. */
  async hears(packets: number, listener = this.listener): Promise<void> {
    await eventually(() => this.spoken(listener) >= packets, `${packets} packets`);
  }

  spoken(listener = this.listener): number {
    return listener.frames.filter(({ userId, packet }) => userId === this.botId && packet.length > 3).length;
  }

  /** Waits until a text that was read is heard from its beginning to its end. */
  async hearsWhole(text: string, listener = this.listener, withinMs?: number): Promise<void> {
    const isWhole = ({ correlation, missingHeadMs, missingTailMs }: Likeness) =>
      correlation > 0.9 && missingHeadMs < 30 && missingTailMs < 30;
    await eventually(() => isWhole(this.likeness(text, listener)), `“${text}”, whole`, withinMs);
  }

  /** Says it again until it's heard whole: a machine that stands still for seconds tears what it speaks. */
  async sayUntilWhole(text: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      this.listener.forget();
      await this.answer(await this.say(text), '✅');
      const torn = await this.hearsWhole(text, this.listener, lastPacketsMs).catch((error: Error) => error);
      if (!torn) return;
      if (attempt === mostAttempts) throw torn;
    }
  }

  /** What was synthesized for a text, against what was heard. */
  likeness(text: string, listener = this.listener): Likeness {
    const sound = this.#synthesized(text);
    return compareSound(
      { samples: sound.samples, sampleRateHz: sound.sampleRateHz as 24_000 },
      { samples: listener.heard(this.botId), sampleRateHz: 48_000 },
    );
  }

  /** How long a text sounds. */
  seconds(text: string): number {
    const { samples, sampleRateHz } = this.#synthesized(text);
    return samples.length / sampleRateHz;
  }

  #synthesized(text: string): { readonly samples: Int16Array; readonly sampleRateHz: number } {
    const { synthesis } = this.stage.service;
    const task = synthesis.tasks.findLast((candidate) => candidate.text === text);
    const sound = task && synthesis.synthesized(task.id);
    if (!sound) throw new Error(`nothing was synthesized for this text: ${text}`);
    return sound;
  }

  /** The bot in no channel, the listener where they began, nothing seen or heard yet: for the next story on it. */
  async reset(): Promise<void> {
    const { voice, channels } = this.stage.discord;
    voice.faults.clear();
    await eventually(() => !this.botIsIn, 'the bot is out');
    if (this.listener.channelId !== channels.voice) await this.listener.move(channels.voice);
    this.member.messages.clear();
    this.listener.forget();
  }

  async close(): Promise<void> {
    await this.listener.leave();
    await this.stage.close();
  }
}
