import { z } from 'zod';

/** Faults of both WebSocket interfaces: the upgrade is refused over HTTP. */
export const refusedUpgrade = z.strictObject({
  kind: z.literal('answer'),
  status: z.int().min(400).max(599),
  code: z.string(),
  message: z.string(),
});

/** The socket is closed, with a code that one may send. */
export const closedSocket = z.strictObject({
  kind: z.literal('close'),
  code: z.union([z.literal([1000, 1001, 1007, 1008, 1009, 1011, 1012, 1013]), z.int().min(3000).max(4999)]),
  reason: z.string().max(120).optional(),
});
