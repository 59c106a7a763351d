import { z } from 'zod';

/** A place for the bot in a room in which someone speaks without a pause. */
export const seat = z.object({
  guildId: z.string(),
  channelId: z.string(),
  speakerId: z.string(),
  sessionId: z.string(),
  token: z.string(),
  endpoint: z.string(),
});
export type Seat = z.infer<typeof seat>;

/** From the world: where the bot may sit. */
export const worldMessage = z.object({
  certificatePath: z.string(),
  botId: z.string(),
  seats: z.array(seat),
});
/** From the bot: it can hear and be heard in all of its rooms. */
export const readyMessage = z.object({ ready: z.literal(true) });
/** From the process that takes datagrams: where. */
export const portMessage = z.object({ port: z.number() });
/** To both: begin. */
export const goMessage = z.object({ go: z.literal(true) });
