import { OnePerGuild } from '../call/one-per-guild.ts';
import { LiveInterpretation } from './interpretation.ts';
import type { InterpretationsParts } from './interpreter-parts.ts';
import type { InterpretationRequest, Interpretations } from './types.ts';

export function openInterpretations(parts: InterpretationsParts): Interpretations {
  return new OnePerGuild(
    'interpreter',
    (request: InterpretationRequest) => new LiveInterpretation(request, parts),
  );
}
