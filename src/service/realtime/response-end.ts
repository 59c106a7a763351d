import type { WireResponse } from './wire-response.ts';

export interface Usage {
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly totalTokens: number | undefined;
  readonly inputAudioTokens: number | undefined;
  readonly outputAudioTokens: number | undefined;
  readonly searches: number;
}

/**
 * How a response ended. `silent`: it sent nothing for too long. The others are the service's own words, or `unknown`.
 */
export type ResponseEnd = 'completed' | 'failed' | 'incomplete' | 'cancelled' | 'silent' | 'unknown';

/** Every end is final, whatever its name (field notes 3). */
export function endOf(status: string | undefined): ResponseEnd {
  if (status === 'canceled') return 'cancelled';
  return status === 'completed' || status === 'failed' || status === 'incomplete' || status === 'cancelled'
    ? status
    : 'unknown';
}

export function usageOf({ usage }: WireResponse): Usage | undefined {
  if (!usage) return undefined;
  return {
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    totalTokens: usage.total_tokens,
    inputAudioTokens: usage.input_tokens_details?.audio_tokens,
    outputAudioTokens: usage.output_tokens_details?.audio_tokens,
    searches: usage.plugins?.search?.count ?? 0,
  };
}
