import { z } from 'zod';

const person = z.object({ id: z.string(), name: z.string(), token: z.string() });

const consoleConfig = z.object({
  /** REST base without `/api`. */
  discordUrl: z.url(),
  gatewayUrl: z.url(),
  guildId: z.string(),
  people: z.array(person).min(1),
  /** Whether sentences can be voiced for people in a call. */
  canSay: z.boolean(),
});

/** Someone the page can be used as. */
export type Person = z.infer<typeof person>;

/** What the page's server says at `GET /config.json`. */
export type ConsoleConfig = z.infer<typeof consoleConfig>;

/**
 * Asks the page's server where the chat is and who may use it.
 * @throws when the server cannot be reached or answers with something else
 */
export async function loadConfig(signal?: AbortSignal): Promise<ConsoleConfig> {
  const response = await fetch('/config.json', { ...(signal && { signal }), cache: 'no-store' });
  if (!response.ok) throw new Error(`The page's server answered ${response.status}.`);
  return consoleConfig.parse(await response.json());
}
