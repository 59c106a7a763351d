import { z } from 'zod';

/** What the processes of a round say to each other. */

const person = z.object({ id: z.string(), token: z.string() });

/** The stand-ins are there. */
export const worldMessage = z.object({
  apiUrl: z.string(),
  gatewayUrl: z.string(),
  botToken: z.string(),
  channelId: z.string(),
  person,
  serviceUrl: z.string(),
  serviceKey: z.string(),
});
export type WorldMessage = z.infer<typeof worldMessage>;

/** One command as the Discord stand-in saw it, in the order in which they came. Times are epoch milliseconds. */
export const exchangesMessage = z.object({
  exchanges: z.array(
    z.object({
      dispatchedAt: z.number(),
      /** The bot's first answer; absent when there was none. */
      answer: z.object({ at: z.number(), status: z.number() }).optional(),
      /** Answered in time, as Discord sees it. */
      taken: z.boolean(),
    }),
  ),
});
export type ExchangesMessage = z.infer<typeof exchangesMessage>;
export type Exchange = ExchangesMessage['exchanges'][number];

export const readyMessage = z.object({ ready: z.literal(true) });

export const loopMessage = z.object({ loop: z.record(z.string(), z.number()) });

export const loopQuestion = z.object({ loopWatch: z.enum(['reset', 'read']) });
