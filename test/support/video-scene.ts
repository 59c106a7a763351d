import assert from 'node:assert/strict';
import type { APIMessage } from 'discord-api-types/v10';
import type { VideoRenderer } from '../../sandbox/service/server.ts';
import type {
  Invoked,
  OptionValue,
  PersonEvents,
  SandboxPerson,
} from '../../sandbox/test/support/sandbox-person.ts';
import { tinyVideo } from '../../sandbox/test/support/tiny-video.ts';
import { wordsFor } from '../../src/words/index.ts';
import { Stage, type StageOptions } from './stage.ts';

const { buttons } = wordsFor('en-US').privacy;

/** How long anything may take on a machine that has other work to do. */
export const patienceMs = 240_000;

type Seen = PersonEvents['MESSAGE_CREATE'];

/** What the service takes for a video. */
export const atOnce = { pendingMs: 0, runningMs: 0 } as const;
/** Longer than any test, however its clock hurries. */
export const hoursMs = 20 * 3_600_000;
export const hoursInLine = { pendingMs: hoursMs, runningMs: 0 } as const;
export const hoursRunning = { pendingMs: 0, runningMs: hoursMs } as const;

export const plentyBytes = 10 * 1_024 * 1_024;

/** What the server takes from now on. */
export async function resize(
  { discord }: Pick<Stage, 'discord'>,
  attachmentLimitBytes: number,
): Promise<void> {
  const { status } = await fetch(`${discord.baseUrl}/sandbox/settings`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ attachmentLimitBytes }),
  });
  assert.equal(status, 200);
}

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

const saying = (words: string | RegExp) => (message: Seen) =>
  typeof words === 'string' ? textOf(message).includes(words) : words.test(textOf(message));

/** Resolves to the panel of what was asked once it says so. */
export async function panelSaying(
  person: SandboxPerson,
  invoked: Invoked,
  words: string | RegExp,
): Promise<Seen> {
  return await person.answerTo(invoked, saying(words), patienceMs);
}

/** The same of an answer that only the person may see. */
export async function privately(
  person: SandboxPerson,
  invoked: Invoked,
  words: string | RegExp,
): Promise<Seen> {
  const answer = await panelSaying(person, invoked, words);
  assert.ok(isPrivate(answer), 'everybody can see it');
  return answer;
}

/** Any message that says so, or this one once it does. */
export async function messageSaying(
  person: SandboxPerson,
  words: string | RegExp,
  id?: string,
): Promise<Seen> {
  return await person.untilMessage(
    (message) => (id === undefined || message.id === id) && saying(words)(message),
    patienceMs,
  );
}

/** What's said to the person alone, whatever it answers. */
export async function toldPrivately(person: SandboxPerson, words: string | RegExp): Promise<Seen> {
  const told = await messageSaying(person, words);
  assert.ok(isPrivate(told), 'everybody can see it');
  return told;
}

/** An answer with one file. */
export async function answerWithFile(person: SandboxPerson, invoked: Invoked): Promise<Seen> {
  return await person.answerTo(invoked, ({ attachments }) => attachments.length === 1, patienceMs);
}

export async function deleted(person: SandboxPerson, messageId: string): Promise<void> {
  await person.until('MESSAGE_DELETE', ({ id }) => id === messageId, patienceMs);
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
  await deleted(person, panel.id);
}

/** Presses *Forget me* under /privacy; resolves to what the person is told, once that says these words. */
export async function forgetMe(person: SandboxPerson, channelId: string, words: string): Promise<Seen> {
  const page = await panelSaying(person, await person.invoke(channelId, ['privacy']), buttons.forget);
  const sure = await panelSaying(person, await person.click(page, buttons.forget), buttons.forgetNow);
  return await panelSaying(person, await person.click(sure, buttons.forgetNow), words);
}

/** Uses a subcommand of /video past Discord's own checks, as a client made by hand would. */
export function invokeByHand(
  { discord }: Stage,
  person: SandboxPerson,
  subcommand: string,
  values: Readonly<Record<string, unknown>>,
): Invoked {
  const options = Object.entries(values).map(([name, value]) => ({ name, value, type: optionType(value) }));
  const { id } = discord.injectInteraction({
    userId: person.id,
    channelId: discord.channels.general,
    data: { name: 'video', options: [{ type: 1, name: subcommand, options }] },
  });
  return { id, nonce: '' };
}

function optionType(value: unknown): number {
  if (typeof value === 'boolean') return 5;
  if (typeof value !== 'number') return 3;
  return Number.isInteger(value) ? 4 : 10;
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
