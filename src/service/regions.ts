/** Where the service is offered (document 1, "What the service does"). */
export const regions = ['beijing', 'singapore', 'virginia', 'frankfurt'] as const;
export type Region = (typeof regions)[number];

/** The three body protocols of document 1. Each region has some of them. */
export type VideoRequestKind = 'new-text' | 'legacy-text' | 'reference';

/** Document 1, "Endpoint availability by request kind". */
const servedBy: Readonly<Record<VideoRequestKind, readonly Region[]>> = {
  'new-text': ['beijing', 'singapore'],
  'legacy-text': ['beijing', 'singapore', 'virginia', 'frankfurt'],
  reference: ['singapore', 'virginia', 'frankfurt', 'beijing'],
};

export function regionsServing(kind: VideoRequestKind): readonly Region[] {
  return servedBy[kind];
}
