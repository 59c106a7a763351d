import { z } from 'zod';
import { documentStatuses } from '../service/knowledge/client.ts';
import { orders } from './paging.ts';

export const matches = ['part', 'exact'] as const;

/** What a person searches for. */
export const querySchema = z.object({
  baseId: z.string(),
  name: z.string().optional(),
  /** `part`: names that contain it, in any case. */
  match: z.enum(matches),
  status: z.enum(documentStatuses).optional(),
  order: z.enum(orders),
});
export type DocumentQuery = z.output<typeof querySchema>;
