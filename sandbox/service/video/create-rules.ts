import type { ModelFacts } from '../models.ts';
import { legacyTextReader } from './create-legacy-text.ts';
import { newTextReader } from './create-new-text.ts';
import { referenceReader } from './create-reference.ts';
import type { CreateRequest, ReadCreation } from './create-request.ts';

const readers = new Map<ModelFacts, ReadCreation>();

/** Throws `InvalidParameter` naming the first field that breaks a rule of the model. */
export function readCreateRequest(body: unknown, model: ModelFacts, drawSeed: () => number): CreateRequest {
  let read = readers.get(model);
  if (!read) {
    read = readerFor(model);
    readers.set(model, read);
  }
  return read(body, drawSeed);
}

function readerFor(model: ModelFacts): ReadCreation {
  switch (model.kind) {
    case 'new-text':
      return newTextReader(model);
    case 'legacy-text':
      return legacyTextReader(model);
    case 'reference':
      return referenceReader(model);
  }
}
