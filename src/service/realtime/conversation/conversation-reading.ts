import type { WireSession } from '../wire-basics.ts';
import type { WireResponse } from '../wire-response.ts';
import type { AgreedSettings, Source } from './conversation-types.ts';

/** What the service says it does. If it doesn't say, we don't assume. */
export function agreedOf(session: WireSession | undefined): AgreedSettings {
  const detection = session?.turn_detection;
  return {
    sessionId: session?.id,
    voice: session?.voice,
    speaks: session?.modalities?.includes('audio'),
    toolNames: (session?.tools ?? []).flatMap((tool) => tool.function?.name ?? tool.name ?? []),
    searches: session?.enable_search ?? false,
    detects: detection === null ? 'manual' : detectionOf(detection?.type),
    silenceMs: detection?.silence_duration_ms,
  };
}

function detectionOf(type: string | undefined): AgreedSettings['detects'] {
  if (type === 'semantic_vad') return 'semantic';
  return type === 'server_vad' ? 'voice' : undefined;
}

const mostSources = 10;
const longestUrl = 500;
const longestTitle = 200;

/** The pages that a search found. Public web only, no duplicates. */
export function sourcesOf({ search_info, usage }: WireResponse): readonly Source[] {
  const search = usage?.plugins?.search;
  const listed = [search_info, search].flatMap((place) => [
    ...(place?.search_results ?? []),
    ...(place?.results ?? []),
    ...(place?.sources ?? []),
  ]);
  const byUrl = new Map<string, Source>();
  for (const { title, url } of listed) {
    if (!url || url.length > longestUrl || !/^https?:\/\//.test(url) || !URL.canParse(url)) continue;
    byUrl.set(url, { url, title: (title || new URL(url).hostname).slice(0, longestTitle) });
  }
  return [...byUrl.values()].slice(0, mostSources);
}
