import type { RequestField, VideoRequest } from './request.ts';
import { carriedFields } from './request-fields.ts';

/** Body of a creation (document 1, "Create task"). A field that was not asked for is not in it. */
export interface WireCreateBody {
  readonly model: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The request in the protocol of its kind; `model` is how the deployment spells the model's name. */
export function createBody(request: VideoRequest, model: string): WireCreateBody {
  const asked: Readonly<Partial<Record<RequestField, unknown>>> = request;
  const parts = { input: {} as Record<string, unknown>, parameters: {} as Record<string, unknown> };
  for (const [field, { wire }] of carriedFields) {
    const [part, name] = wire;
    if (asked[field] !== undefined) parts[part][name] = asked[field];
  }
  return { model, ...parts };
}
