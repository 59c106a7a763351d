import { stripDeceptive } from '../discord/escape.ts';
import { Refusal } from '../refusal/refusal.ts';
import { isVideoModelName, videoModels } from '../service/models.ts';
import { type Region, regionsServing } from '../service/regions.ts';
import { cutText } from '../service/video/cut-text.ts';
import { durationChoices } from '../service/video/durations.ts';
import type { VideoModel } from '../service/video/model.ts';
import { modelsServed } from '../service/video/models-served.ts';
import { isOffered, modelsOffering, type PartialField } from '../service/video/offered-fields.ts';
import { pictureOf } from '../service/video/picture.ts';
import type { ShotType, VideoModelName, VideoRequest } from '../service/video/request.ts';
import type { SizeFacts } from '../service/video/sizes.ts';
import type { JobNotice } from './job.ts';

/** What a person typed and chose, as it came: nothing in it can be trusted, a client can be made by hand. */
export interface VideoAsk {
  /** With or without reference files. */
  readonly of: 'text' | 'reference';
  readonly model?: string | undefined;
  readonly prompt: string;
  readonly negativePrompt?: string | undefined;
  readonly size?: string | undefined;
  readonly resolution?: string | undefined;
  readonly ratio?: string | undefined;
  readonly duration?: number | undefined;
  readonly promptExtend?: boolean | undefined;
  readonly shotType?: string | undefined;
  /** Sound of a reference video. */
  readonly audio?: boolean | undefined;
  readonly watermark?: boolean | undefined;
  readonly seed?: number | undefined;
}

export interface CheckedAsk {
  /** Without the addresses of files: those are looked at separately, because that takes a download. */
  readonly request: VideoRequest;
  readonly model: VideoModel;
  readonly notices: readonly JobNotice[];
}

/**
 * The request that an ask amounts to (document 1, sections A to C), with the defaults written out and too long texts
 * cut as the service would cut them, said so in the notices.
 * @throws Refusal `prompt-empty`, `option-invalid`, `option-not-offered` or `region-lacks-kind`, with what there is
 */
export function checkAsk(ask: VideoAsk, region: Region): CheckedAsk {
  const name = modelOf(ask, region);
  const model: VideoModel = videoModels[name];
  const prompt = readText(ask.prompt, model.promptLimit);
  if (prompt.text === '') throw new Refusal({ code: 'prompt-empty' });
  const negative = readText(ask.negativePrompt ?? '', model.negativePromptLimit);
  assertOffered(model, name, ask);
  const shotType = ask.shotType === undefined ? undefined : oneOf('shot_type', ask.shotType, model.shotTypes);
  const request = requestOf(name, {
    prompt: prompt.text,
    ...(negative.text ? { negativePrompt: negative.text } : {}),
    picture: readPicture(model, ask),
    durationSeconds: readDuration(model, ask.duration),
    promptExtend: ask.promptExtend ?? model.defaults.promptExtend,
    watermark: ask.watermark ?? model.defaults.watermark,
    shotType,
    audio: ask.audio,
    ...(ask.seed === undefined
      ? {}
      : { seed: wholeNumber('seed', ask.seed, model.seed.min, model.seed.max) }),
  });
  return {
    request,
    model,
    notices: [
      ...(prompt.cut ? [{ code: 'prompt-cut' as const, limit: model.promptLimit }] : []),
      ...(negative.cut ? [{ code: 'negative-prompt-cut' as const, limit: model.negativePromptLimit }] : []),
      ...(shotType && model.extendsPrompt && ask.promptExtend === false
        ? [{ code: 'shot-type-idle' as const }]
        : []),
    ],
  };
}

/** The models that can be asked for so in a region, the default first. */
export function modelsFor(of: VideoAsk['of'], region: Region): readonly VideoModelName[] {
  return modelsServed(region).filter((name) => kindOf(name) === of);
}

/** What the audio's length means for the video (document 1, `audio_url`). */
export function audioNotices(audioSeconds: number, videoSeconds: number): JobNotice[] {
  if (audioSeconds > videoSeconds + audibleSeconds) return [{ code: 'audio-cut', audioSeconds }];
  if (audioSeconds < videoSeconds - audibleSeconds) return [{ code: 'audio-short', audioSeconds }];
  return [];
}

/** `1280*720 (16:9 wide, 720P)`: a size as people can tell it from others; `shape` is its ratio in a word. */
export function sizeLabel({ width, height, ratio, tier }: SizeFacts, shape?: string): string {
  return `${width}*${height} (${shape ? `${ratio} ${shape}` : ratio}, ${tier})`;
}

/** Half a second more or less is nothing to speak of. */
const audibleSeconds = 0.5;

function kindOf(name: VideoModelName): VideoAsk['of'] {
  return videoModels[name].kind === 'reference' ? 'reference' : 'text';
}

function modelOf(ask: VideoAsk, region: Region): VideoModelName {
  const served = modelsFor(ask.of, region);
  const [usual] = served;
  if (ask.model === undefined && usual) return usual;
  const name = ask.model ?? '';
  if (!isVideoModelName(name) || kindOf(name) !== ask.of) {
    throw new Refusal({ code: 'option-invalid', option: 'model', rule: served.join(', ') });
  }
  if (served.includes(name)) return name;
  const servedBy = regionsServing(videoModels[name].kind);
  throw new Refusal({ code: 'region-lacks-kind', region, model: name, servedBy });
}

/** Options that only some models have, by the name that people know them by. */
const partialOptions: readonly {
  readonly option: string;
  readonly field: PartialField;
  read(ask: VideoAsk): unknown;
}[] = [
  { option: 'prompt_extend', field: 'promptExtend', read: (ask) => ask.promptExtend },
  { option: 'shot_type', field: 'shotType', read: (ask) => ask.shotType },
  { option: 'sound', field: 'audio', read: (ask) => ask.audio },
];

function assertOffered(model: VideoModel, name: VideoModelName, ask: VideoAsk): void {
  for (const { option, field, read } of partialOptions) {
    if (read(ask) === undefined || isOffered(model, field)) continue;
    throw new Refusal({ code: 'option-not-offered', option, model: name, offeredBy: modelsOffering(field) });
  }
}

interface Checked {
  readonly prompt: string;
  readonly negativePrompt?: string;
  readonly picture: SizeFacts;
  readonly durationSeconds: number;
  readonly promptExtend: boolean;
  readonly watermark: boolean;
  readonly shotType: ShotType | undefined;
  readonly audio: boolean | undefined;
  readonly seed?: number;
}

function requestOf(model: VideoModelName, checked: Checked): VideoRequest {
  const { picture, promptExtend, shotType, audio, ...shared } = checked;
  const shot = shotType ? { shotType } : {};
  switch (model) {
    case 'gen2.7-t2v': {
      const resolution = picture.tier === '720P' ? '720P' : '1080P';
      return { kind: 'new-text', model, ...shared, resolution, ratio: picture.ratio, promptExtend };
    }
    case 'gen2.6-r2v':
    case 'gen2.6-r2v-flash': {
      const sound = audio === undefined ? {} : { audio };
      return {
        kind: 'reference',
        model,
        ...shared,
        size: picture.size,
        referenceUrls: [],
        ...shot,
        ...sound,
      };
    }
    default:
      return { kind: 'legacy-text', model, ...shared, size: picture.size, promptExtend, ...shot };
  }
}

function readPicture(model: VideoModel, ask: VideoAsk): SizeFacts {
  const picture = pictureOf(model, ask);
  if ('size' in picture) return picture.size;
  throw new Refusal({
    code: 'option-invalid',
    option: picture.refused,
    rule: `${model.name}: ${picture.has.map((size) => sizeLabel(size)).join(', ')}`,
  });
}

function readDuration(model: VideoModel, duration: number | undefined): number {
  if (duration === undefined) return model.duration.defaultSeconds;
  const { duration: rule } = model;
  if (rule.rule === 'range') return wholeNumber('duration', duration, rule.minSeconds, rule.maxSeconds);
  const choices = durationChoices(model);
  if (choices.includes(duration)) return duration;
  throw new Refusal({
    code: 'option-invalid',
    option: 'duration',
    rule: `${model.name}: ${choices.join(', ')}`,
  });
}

/** Without invisible and direction-turning characters, and cut by code points. */
function readText(raw: string, limit: number): { text: string; cut: boolean } {
  const { text, cut } = cutText(stripDeceptive(raw).trim(), limit);
  return { text: text.trim(), cut };
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
