import { z } from 'zod';

const snowflake = z.string().regex(/^\d{1,20}$/);

/** The first message of a page. */
export const helloSchema = z.strictObject({
  guildId: snowflake,
  channelId: snowflake,
  userId: snowflake,
  sessionId: z.string().min(1),
  token: z.string().min(1),
  endpoint: z.string().min(1),
});

/** Two minutes. */
const mostPackets = 6_000;

/** What a page sends in JSON after its hello; audio comes in between as binary messages. */
export const orderSchema = z.discriminatedUnion('kind', [
  /** The microphone pauses. */
  z.strictObject({ kind: z.literal('pause') }),
  /** Opus packets of 20 ms, spoken here at their pace; `said` with the same id follows when they're out. */
  z.strictObject({
    kind: z.literal('say'),
    id: z.int().min(1),
    packets: z.array(z.base64().min(1)).min(1).max(mostPackets),
  }),
  /** Stops what is being said. */
  z.strictObject({ kind: z.literal('hush') }),
]);

export type BridgeOrder = z.infer<typeof orderSchema>;
