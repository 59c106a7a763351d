import { z } from 'zod';
import { regions } from '../service/regions.ts';
import { headerPrefix, hotWordsField, httpAddress, socketAddress } from './values.ts';

/**
 * How one deployment of the service spells things (field notes 1): addresses by region, header prefix, model names, the
 * field for hot words. Kept in a JSON file that everyone using that deployment can share.
 */
export const providerProfile = z.strictObject({
  bases: z.partialRecord(z.enum(regions), httpAddress).optional(),
  /** Addresses of the WebSocket interfaces, if they're not the same with `ws` instead of `http`. */
  socketBases: z.partialRecord(z.enum(regions), socketAddress).optional(),
  headerPrefix: headerPrefix.optional(),
  /** Where live translation takes names and terms that may come up. */
  hotWordsField: hotWordsField.optional(),
  models: z.record(z.string().min(1), z.string().min(1)).optional(),
});
