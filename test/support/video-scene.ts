import type { APIMessage } from 'discord-api-types/v10';
import type { VideoRenderer } from '../../sandbox/service/server.ts';
import type {
  Invoked,
  OptionValue,
  PersonEvents,
  SandboxPerson,
} from '../../sandbox/test/support/sandbox-person.ts';
import { tinyVideo } from '../../sandbox/test/support/tiny-video.ts';
import { Stage, type StageOptions } from './stage.ts';

/** How long anything may take on a machine that has other work to do. */
export const patienceMs = 240_000;

type Seen = PersonEvents['MESSAGE_CREATE'];

/** Renders nothing: every video is the same two seconds of grey, at once. */
export const greyFilm: VideoRenderer = async () => tinyVideo();

export const plenty = { createsPerSecond: 100, concurrentTasks: 100 } as const;

/** Films of the asked size, length and sound whose frames cost little to encode. */
export const sparseFilms = { framesPerSecond: 2 } as const;

/** No allowance to run out of. */
export const unlimited = {
  VIDEO_SECONDS_PER_PERSON_PER_DAY: '0',
  VIDEO_SECONDS_PER_GUILD_PER_DAY: '0',
  VIDEO_SECONDS_PER_BOT_PER_DAY: '0',
} as const;

export const atOnce = { pendingMs: 0, runningMs: 0 } as const;
/** Longer than any test, however its clock hurries. */
export const hoursMs = 20 * 3_600_000;
/** Made until it's told to end. */
export const takesHours = { pendingMs: 0, runningMs: hoursMs } as const;

export const plentyBytes = 10 * 1_024 * 1_024;

/** What the server takes from now on. */
export async function resize({ discord }: Stage, attachmentLimitBytes: number): Promise<void> {
  const { status } = await fetch(`${discord.baseUrl}/sandbox/settings`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ attachmentLimitBytes }),
  });
  if (status !== 200) throw new Error(`the stand-in refused a room of ${attachmentLimitBytes} bytes`);
}

/** A stage on which videos cost no time to draw, for tests that are not about pictures. */
export async function openQuickStage({ discord, service, env }: StageOptions = {}): Promise<Stage> {
  return await Stage.open({
    hurry: true,
    ...(discord ? { discord } : {}),
    service: {
      port: 0,
      pace: atOnce,
      renderer: greyFilm,
      limits: { ...plenty, small: plenty },
      ...service,
    },
    env: { ...unlimited, VIDEO_CREATES_PER_SECOND: '50', ...env },
  });
}

/** All that a message says, buttons and alt texts included. */
export function textOf(message: unknown): string {
  return JSON.stringify(message);
}

export function isPrivate(message: Pick<APIMessage, 'flags'>): boolean {
  return (Number(message.flags) & 64) === 64;
}

/** Resolves to the panel of what was asked once it says so. */
export async function panelSaying(person: SandboxPerson, invoked: Invoked, words: string): Promise<Seen> {
  return await person.answerTo(invoked, (message) => textOf(message).includes(words), patienceMs);
}

function inPrivate(message: Seen): Seen {
  if (!isPrivate(message)) throw new Error(`everybody reads: ${textOf(message)}`);
  return message;
}

/** The same, where nobody else may see it. */
export async function told(person: SandboxPerson, invoked: Invoked, words: string): Promise<Seen> {
  return inPrivate(await panelSaying(person, invoked, words));
}

/** The ordinary message in which a video was handed over, as opposed to its panel. */
export async function resultOf(person: SandboxPerson, jobId: string): Promise<Seen> {
  return await person.untilMessage(
    (message) =>
      message.interaction_metadata === undefined && textOf(message).includes(`video:delete:${jobId}`),
    patienceMs,
  );
}

/** Resolves to the one message that a video leaves, once its panel is gone. */
export async function doneOf(person: SandboxPerson, invoked: Invoked): Promise<Seen> {
  const result = await resultOf(person, invoked.id);
  await panelGone(person, invoked);
  return result;
}

/** Resolves once what everybody saw as the answer is deleted. */
export async function panelGone(person: SandboxPerson, invoked: Invoked): Promise<void> {
  const panel = await person.until(
    'MESSAGE_CREATE',
    (message) => message.interaction_metadata?.id === invoked.id && !isPrivate(message),
    patienceMs,
  );
  await person.until('MESSAGE_DELETE', ({ id }) => id === panel.id, patienceMs);
}

const optionType = (value: unknown) => {
  if (typeof value === 'number') return Number.isInteger(value) ? 4 : 10;
  return typeof value === 'boolean' ? 5 : 3;
};

/** Uses `/video` past Discord's own checks, as a client made by hand would; resolves to the private refusal that says so. */
export async function refusedByHand(
  { discord }: Stage,
  member: SandboxPerson,
  command: string,
  values: Readonly<Record<string, unknown>>,
  words: string | RegExp,
): Promise<Seen> {
  const options = Object.entries(values).map(([name, value]) => ({ name, value, type: optionType(value) }));
  const { id } = discord.injectInteraction({
    userId: member.id,
    channelId: discord.channels.general,
    data: { name: 'video', options: [{ type: 1, name: command, options }] },
  });
  return inPrivate(
    await member.untilMessage(
      ({ interaction_metadata, content }) => interaction_metadata?.id === id && content.search(words) >= 0,
    ),
  );
}

export interface Made {
  readonly id: string;
  readonly result: Seen;
}

/** Asks for a video of two seconds and waits for it. */
export async function make(
  person: SandboxPerson,
  channelId: string,
  options: Readonly<Record<string, OptionValue>> = {},
): Promise<Made> {
  const given = { prompt: 'a kite', resolution: '720P', duration: 2, ...options };
  const invoked = await person.invoke(channelId, ['video', 'text'], given);
  return { id: invoked.id, result: await doneOf(person, invoked) };
}
