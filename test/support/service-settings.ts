import type { ServiceSettings } from '../../src/service/profile.ts';
import type { TextVideoRequest } from '../../src/service/video/request.ts';

/** Settings that lead to `baseUrl`, with nothing else out of the ordinary. */
export function serviceSettings(baseUrl: string, changes: Partial<ServiceSettings> = {}): ServiceSettings {
  return {
    apiKey: 'test-key',
    region: 'singapore',
    baseUrl,
    headerPrefix: 'X-Service-',
    modelAliases: {},
    // A busy machine may stand still for longer than people would wait.
    timeoutMs: 60_000,
    ...changes,
  };
}

export function textVideoRequest(changes: Partial<TextVideoRequest> = {}): TextVideoRequest {
  return {
    kind: 'new-text',
    model: 'gen2.7-t2v',
    prompt: 'a lighthouse in the fog',
    resolution: '720P',
    ratio: '16:9',
    durationSeconds: 5,
    promptExtend: true,
    watermark: false,
    ...changes,
  };
}
