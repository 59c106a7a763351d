import { z } from 'zod';
import { regions } from '../service/regions.ts';
import { headerPrefix, hotWordsField, httpAddress, socketAddress } from './values.ts';

/**
 * How one deployment of the service spells things (field notes 1): addresses by region, prefix of its headers, names
 * of its models, the field for hot words. Written down once in a JSON file, for all who use that deployment.
 */
export const providerProfile = z.strictObject({
  bases: z.partialRecord(z.enum(regions), httpAddress).optional(),
  /** Where the WebSocket interfaces are, when that is not the same address with `ws` for `http`. */
  socketBases: z.partialRecord(z.enum(regions), socketAddress).optional(),
  headerPrefix: headerPrefix.optional(),
  /** Where live translation takes names and terms that may be said. */
  hotWordsField: hotWordsField.optional(),
  models: z.record(z.string().min(1), z.string().min(1)).optional(),
});
