import { ServiceError } from './errors.ts';

/** Where the service is offered (document 1, "What the service does"). */
export const regions = ['beijing', 'singapore', 'virginia', 'frankfurt'] as const;
export type Region = (typeof regions)[number];

/** The three body protocols of document 1; a region serves some of them. */
export type VideoRequestKind = 'new-text' | 'legacy-text' | 'reference';

/** Document 1, "Endpoint availability by request kind". */
const servedBy: Readonly<Record<VideoRequestKind, readonly Region[]>> = {
  'new-text': ['beijing', 'singapore'],
  'legacy-text': ['beijing', 'singapore', 'virginia', 'frankfurt'],
  reference: ['singapore', 'virginia', 'frankfurt', 'beijing'],
};

const refusalCode: Readonly<Record<VideoRequestKind, string>> = {
  'new-text': 'RegionDoesNotServeNewTextToVideo',
  'legacy-text': 'RegionDoesNotServeLegacyTextToVideo',
  reference: 'RegionDoesNotServeReferenceToVideo',
};

export function regionsServing(kind: VideoRequestKind): readonly Region[] {
  return servedBy[kind];
}

/**
 * Refuses, before any call, what the region does not serve.
 * @throws ServiceError with fault `region` and a code `RegionDoesNotServe…`; `regionsServing` says which regions do.
 */
export function assertServed(region: Region, kind: VideoRequestKind): void {
  if (servedBy[kind].includes(region)) return;
  throw new ServiceError({
    fault: 'region',
    code: refusalCode[kind],
    nothingHappened: true,
    hint: `${region} does not serve it; served by ${servedBy[kind].join(', ')}`,
  });
}
