import { anotherServer } from '../../sandbox/discord/world/places.ts';
import { fastSynthesis } from '../../sandbox/service/synthesis/settings.ts';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import type { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { joinVoice } from '../../sandbox/test/support/voice-person.ts';
import { Stage } from './stage.ts';
import { greyFilm, plenty, unlimited } from './video-scene.ts';

const creation = { method: 'POST', path: '/api/v1/services/aigc/video-generation/video-synthesis' };
/** How many rooms are spoken in until the stop; in the others, the bot waits for more. */
const loudRooms = 5;
/** Read for longer than any stop takes. */
const longText = 'The tide table says that the boat leaves an hour after high water. '.repeat(12);

/** A bot in the middle of everything: in rooms of as many servers, and with creations that a slow service holds. */
export class StopScene {
  readonly stage: Stage;
  readonly owner: SandboxPerson;
  readonly rooms: number;

  private constructor(stage: Stage, owner: SandboxPerson, rooms: number) {
    this.stage = stage;
    this.owner = owner;
    this.rooms = rooms;
  }

  static async open(rooms: number, env: Readonly<Record<string, string>> = {}): Promise<StopScene> {
    const stage = await Stage.open({
      discord: { moreServers: rooms },
      service: {
        synthesis: fastSynthesis,
        pace: { pendingMs: 0, runningMs: 0 },
        renderer: greyFilm,
        limits: { ...plenty, small: plenty },
      },
      env: { ...unlimited, VIDEO_CREATES_PER_SECOND: '50', VOICE_ALONE_SECONDS: '3600', ...env },
    });
    return new StopScene(stage, await stage.person('owner'), rooms);
  }

  /** One room after the other, because a person is in one voice channel at a time; the bot stays. */
  async enterRooms(): Promise<void> {
    const { guildId: _, ...discord } = this.stage.discord;
    for (let index = 0; index < this.rooms; index += 1) {
      const { guildId, textChannelId, voiceChannelId } = anotherServer(index);
      const voice = await joinVoice({ ...discord, guildId }, this.owner, voiceChannelId);
      const text = index < this.rooms - loudRooms ? 'Hello' : longText;
      await this.owner.invoke(textChannelId, ['speak', 'say'], { text });
      await eventually(() => voice.frames.length > 0, `the bot in room ${index}`);
      await voice.leave();
    }
  }

  /** Resolves once the service holds so many creation calls. `when` says whether tasks were made of them. */
  async holdCreations(count: number, when: 'before' | 'after'): Promise<void> {
    const { discord, service } = this.stage;
    const holds = Array.from({ length: count }, () =>
      service.faults.arm({ ...creation, effect: { kind: 'hold', when } }),
    );
    for (const [index, { reached }] of holds.entries()) {
      const options = { prompt: `kite ${index}`, resolution: '720P', duration: 2, seed: 1 };
      await this.owner.invoke(discord.channels.general, ['video', 'text'], options);
      await reached;
    }
  }

  /** How long a stop takes, as an operator's `docker stop` would see it, and its exit code. */
  async stopBot(): Promise<{ readonly tookMs: number; readonly code: number | null }> {
    const since = performance.now();
    const code = await this.stage.bot.stop();
    return { tookMs: performance.now() - since, code };
  }

  async close(): Promise<void> {
    this.stage.service.faults.clear();
    await this.stage.close();
  }
}
