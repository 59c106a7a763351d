import { stripDeceptive } from '../discord/escape.ts';
import { Refusal } from '../discord/refusal.ts';
import { videoModels } from '../service/models.ts';
import type { TextVideoRequest, VideoRatio, VideoResolution } from '../service/video/request.ts';
import type { JobNotice } from './job.ts';

/** What a person typed and chose, as it came: nothing in it can be trusted, a client can be made by hand. */
export interface TextVideoAsk {
  readonly prompt: string;
  readonly negativePrompt?: string | undefined;
  readonly resolution?: string | undefined;
  readonly ratio?: string | undefined;
  readonly duration?: number | undefined;
  readonly promptExtend?: boolean | undefined;
  readonly watermark?: boolean | undefined;
  readonly seed?: number | undefined;
}

export interface CheckedAsk {
  /** Without audio: that is looked at separately, because it takes a download. */
  readonly request: TextVideoRequest;
  readonly notices: readonly JobNotice[];
}

const model = videoModels['gen2.7-t2v'];

/**
 * The request that an ask amounts to (document 1, section A), with the defaults written out and too long texts cut
 * as the service would cut them, said so in the notices.
 * @throws Refusal `prompt-empty` or `option-invalid`
 */
export function checkTextAsk(ask: TextVideoAsk): CheckedAsk {
  const prompt = readText(ask.prompt, model.promptLimit);
  if (prompt.text === '') throw new Refusal({ code: 'prompt-empty' });
  const negative = readText(ask.negativePrompt ?? '', model.negativePromptLimit);
  const { minSeconds, maxSeconds, defaultSeconds } = model.duration;
  const seed =
    ask.seed === undefined ? undefined : wholeNumber('seed', ask.seed, model.seed.min, model.seed.max);
  return {
    request: {
      kind: 'new-text',
      model: 'gen2.7-t2v',
      prompt: prompt.text,
      ...(negative.text ? { negativePrompt: negative.text } : {}),
      resolution: oneOf('resolution', ask.resolution ?? model.defaults.resolution, resolutions),
      ratio: oneOf('ratio', ask.ratio ?? model.defaults.ratio, ratios),
      durationSeconds: wholeNumber('duration', ask.duration ?? defaultSeconds, minSeconds, maxSeconds),
      promptExtend: ask.promptExtend ?? model.defaults.promptExtend,
      watermark: ask.watermark ?? model.defaults.watermark,
      ...(seed === undefined ? {} : { seed }),
    },
    notices: [
      ...(prompt.cut ? [{ code: 'prompt-cut' as const, limit: model.promptLimit }] : []),
      ...(negative.cut ? [{ code: 'negative-prompt-cut' as const, limit: model.negativePromptLimit }] : []),
    ],
  };
}

export const resolutions = Object.keys(model.sizes) as VideoResolution[];
export const ratios = Object.keys(model.sizes['720P']) as VideoRatio[];
export { model as textModel };

/** What the audio's length means for the video (document 1, section A, `audio_url`). */
export function audioNotices(audioSeconds: number, videoSeconds: number): JobNotice[] {
  if (audioSeconds > videoSeconds + audibleSeconds) return [{ code: 'audio-cut', audioSeconds }];
  if (audioSeconds < videoSeconds - audibleSeconds) return [{ code: 'audio-short', audioSeconds }];
  return [];
}

/** Half a second more or less is nothing to speak of. */
const audibleSeconds = 0.5;

/** Without invisible and direction-turning characters, and cut by code points. */
function readText(raw: string, limit: number): { text: string; cut: boolean } {
  const characters = Array.from(stripDeceptive(raw).trim());
  return { text: characters.slice(0, limit).join('').trim(), cut: characters.length > limit };
}

function oneOf<Value extends string>(option: string, value: string, allowed: readonly Value[]): Value {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw new Refusal({ code: 'option-invalid', option, rule: allowed.join(', ') });
  return found;
}

function wholeNumber(option: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new Refusal({ code: 'option-invalid', option, rule: `${min}–${max}` });
}
