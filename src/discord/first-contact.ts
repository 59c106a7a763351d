import { type REST, Routes } from 'discord.js';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../operations/clock.ts';
import { explain, LoginError } from './login.ts';

interface FirstContactParts {
  readonly rest: Pick<REST, 'get'>;
  /** Only for the message. */
  readonly apiUrl: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** How many sessions this process starts. Default: as many as Discord recommends. */
  readonly sessions?: number | undefined;
}

/** What Discord says before a log-in, as far as we need it to know whether one can work. */
const gateway = z.object({
  url: z.string(),
  shards: z.number(),
  session_start_limit: z.object({ remaining: z.number(), reset_after: z.number() }),
});

const firstPauseMs = 2_000;
const longestPauseMs = 60_000;

/**
 * Waits until Discord can be reached: a machine that just started may have no network for minutes, and a failed log-in
 * costs a restart. Resolves to the gateway's address.
 * @throws {LoginError} if waiting doesn't help, or the signal's reason
 */
export async function discordToAnswer(parts: FirstContactParts): Promise<string> {
  const { clock, log, signal } = parts;
  for (let attempts = 0; ; attempts += 1) {
    const trouble = await look(parts);
    signal.throwIfAborted();
    if (typeof trouble === 'string') {
      if (attempts > 0) log.info('Discord answers now');
      return trouble;
    }
    if (attempts === 0)
      log.error({ err: trouble.error }, `${trouble.error.message} Trying again until it works.`);
    await clock.sleep(trouble.waitMs ?? Math.min(firstPauseMs * 2 ** attempts, longestPauseMs), signal);
  }
}

interface Trouble {
  readonly error: LoginError;
  /** Set if Discord says how long. */
  readonly waitMs?: number;
}

async function look({
  rest,
  apiUrl,
  signal,
  sessions,
}: Pick<FirstContactParts, 'rest' | 'apiUrl' | 'signal' | 'sessions'>): Promise<Trouble | string> {
  let answer: unknown;
  try {
    answer = await rest.get(Routes.gatewayBot(), { signal });
  } catch (cause) {
    const error = explain(cause, apiUrl);
    if (!error.temporary) throw error;
    return { error };
  }
  const parsed = gateway.safeParse(answer);
  if (!parsed.success) {
    const message = `Something that isn't Discord is answering at ${apiUrl}. Is a proxy or firewall in between?`;
    return { error: new LoginError(message, { temporary: true, cause: parsed.error }) };
  }
  const { url, shards, session_start_limit: limit } = parsed.data;
  if (limit.remaining >= (sessions ?? shards)) return url;
  const minutes = Math.ceil(limit.reset_after / 60_000);
  const message = `The bot has connected too often today. Discord lets it in again in ${minutes} min.`;
  return { error: new LoginError(message, { temporary: true }), waitMs: limit.reset_after };
}

/** Asks once what a start asks. @throws {LoginError} */
export async function askDiscord(
  parts: Pick<FirstContactParts, 'rest' | 'apiUrl' | 'signal'>,
): Promise<void> {
  const found = await look(parts);
  if (typeof found !== 'string') throw found.error;
}
