import { z } from 'zod';
import { seat } from '../voice/messages.ts';

/** A place for the bot in a room in which people take turns. */
export const callSeat = seat.extend({ speakerIds: z.array(z.string()) });
export type CallSeat = z.infer<typeof callSeat>;

/** From the world: where the bot may sit. */
export const callWorldMessage = z.object({
  certificatePath: z.string(),
  botId: z.string(),
  seats: z.array(callSeat),
});
/** From the service: where it is. */
export const serviceMessage = z.object({ url: z.string() });
/** To the bot: everything that it needs. */
export const callBotMessage = z.object({ world: callWorldMessage, url: z.string() });
