import { stripDeceptive } from '../discord/escape.ts';
import type { Language } from '../language/languages.ts';
import { marksOf } from '../language/marks.ts';
import { Refusal } from '../refusal/refusal.ts';
import { isVideoModelName, modelsServed, videoModels } from '../service/models.ts';
import { type Region, regionsServing } from '../service/regions.ts';
import type { VideoModel } from '../service/video/model.ts';
import { type VideoModelName, type VideoRequest, videoRequestSchema } from '../service/video/request.ts';
import {
  type CarriedField,
  durationChoices,
  isOffered,
  modelsOffering,
  requestFields,
} from '../service/video/request-fields.ts';
import type { RuleViolation } from '../service/video/rule-violation.ts';
import { pictureOf, type SizeFacts } from '../service/video/sizes.ts';
import type { JobNotice } from './job.ts';
import { type VideoAsk, videoOptionRows } from './options.ts';

export interface CheckedAsk {
  /** Without the addresses of files, which are checked separately because that takes a download. */
  readonly request: VideoRequest;
  readonly model: VideoModel;
  readonly notices: readonly JobNotice[];
}

/**
 * The request for what a person asked (document 1, sections A to C), with all defaults. Long texts are cut like the
 * service would, with a notice.
 * @throws Refusal `prompt-empty`, `option-invalid`, `option-not-offered`, `size-not-made`, `length-not-made` or
 * `region-lacks-kind`, with what's allowed
 */
export function checkAsk(ask: VideoAsk, region: Region): CheckedAsk {
  const name = modelOf(ask, region);
  const model: VideoModel = videoModels[name];
  const prompt = readText(ask.prompt, model.promptLimit);
  if (prompt.text === '') throw new Refusal({ code: 'prompt-empty' });
  const negative = readText(ask.negativePrompt ?? '', model.negativePromptLimit);
  const carried = readCarried(model, name, ask);
  const picture = readPicture(model, ask);
  const durationSeconds = readDuration(model, ask.duration);
  const negativePrompt = negative.text || undefined;
  const request = videoRequestSchema.parse({
    ...frameOf(name, model, picture),
    prompt: prompt.text,
    ...(negativePrompt ? { negativePrompt } : {}),
    durationSeconds,
    ...carried,
  });
  return {
    request,
    model,
    notices: [
      ...(prompt.cut ? [{ code: 'prompt-cut' as const, limit: model.promptLimit }] : []),
      ...(negative.cut ? [{ code: 'negative-prompt-cut' as const, limit: model.negativePromptLimit }] : []),
      ...(ask.shotType && model.extendsPrompt && ask.promptExtend === false
        ? [{ code: 'shot-type-idle' as const }]
        : []),
    ],
  };
}

/** A region's models for this kind of request, the default first. */
export function modelsFor(of: VideoAsk['of'], region: Region): readonly VideoModelName[] {
  return modelsServed(region).filter((name) => kindOf(name) === of);
}

/** How long a text may be (document 1): for the chosen model, or else the most that any of the region's models takes. */
export function longestText(
  limit: 'promptLimit' | 'negativePromptLimit',
  { of, model }: Pick<VideoAsk, 'of' | 'model'>,
  region: Region,
): number {
  if (model !== undefined && isVideoModelName(model)) return videoModels[model][limit];
  return Math.max(...modelsFor(of, region).map((name) => videoModels[name][limit]));
}

/** What the audio's length means for the video (document 1, `audio_url`). */
export function audioNotices(audioSeconds: number, videoSeconds: number): JobNotice[] {
  if (audioSeconds > videoSeconds + audibleSeconds) return [{ code: 'audio-cut', audioSeconds }];
  if (audioSeconds < videoSeconds - audibleSeconds) return [{ code: 'audio-short', audioSeconds }];
  return [];
}

/**
 * `1280×720 (16:9 wide, 720p)`: a size that people can tell from others; `shape` is its ratio in a word. It doesn't use
 * the service's star, because two of them in a sentence become italics.
 */
export function sizeLabel(
  { width, height, ratio, tier }: SizeFacts,
  shape?: string,
  language: Language = 'en-US',
): string {
  const { bracketed, comma } = marksOf(language);
  return `${width}×${height}${bracketed(`${shape ? `${ratio} ${shape}` : ratio}${comma}${tier.toLowerCase()}`)}`;
}

/** Half a second more or less isn't worth mentioning. */
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

/** The part of a request that only depends on the model and its picture. */
function frameOf(name: VideoModelName, { kind }: VideoModel, picture: SizeFacts) {
  const shared = { kind, model: name };
  if (kind === 'new-text') return { ...shared, resolution: picture.tier, ratio: picture.ratio };
  return { ...shared, size: picture.size, ...(kind === 'reference' ? { referenceUrls: [] } : {}) };
}

/** Options that go into the request unchanged, if the model has them. */
function readCarried(model: VideoModel, name: VideoModelName, ask: VideoAsk): Partial<VideoRequest> {
  const carried: Record<string, unknown> = {};
  for (const { name: option, ask: field, carried: usual } of videoOptionRows) {
    if (!usual || !isCarried(field)) continue;
    const asked = ask[field];
    if (isOffered(model, field)) {
      const value = asked ?? (usual === true ? undefined : usual(model));
      const [violation] = requestFields[field].check(value, field, model);
      if (violation) throw new Refusal({ code: 'option-invalid', option, rule: ruleOf(violation) });
      if (value !== undefined) carried[field] = value;
    } else if (asked !== undefined)
      throw new Refusal({
        code: 'option-not-offered',
        option,
        model: name,
        offeredBy: modelsOffering(field),
      });
  }
  return carried;
}

export function isCarried(field: string): field is CarriedField {
  return Object.hasOwn(requestFields, field);
}

function ruleOf({ allowed, min, max }: RuleViolation): string {
  if (allowed) return allowed.join(', ');
  return min === undefined ? 'true, false' : `${min}–${max}`;
}

function readPicture(model: VideoModel, ask: VideoAsk): SizeFacts {
  const picture = pictureOf(model, ask);
  if ('size' in picture) return picture.size;
  const sizes = picture.has.map((size) => sizeLabel(size));
  throw new Refusal({ code: 'size-not-made', model: model.name, option: picture.refused, sizes });
}

function readDuration(model: VideoModel, duration: number | undefined): number {
  if (duration === undefined) return model.duration.defaultSeconds;
  const seconds = durationChoices(model);
  if (seconds.includes(duration)) return duration;
  throw new Refusal({ code: 'length-not-made', model: model.name, seconds });
}

/** Without invisible characters and direction marks, cut by code points. */
function readText(raw: string, limit: number): { text: string; cut: boolean } {
  const { text, cut } = cutText(stripDeceptive(raw).trim(), limit);
  return { text: text.trim(), cut };
}

/**
 * Cuts a text to `limit` code points, as the service does with a prompt that's too long (document 1). `cut` says
 * whether to tell the person.
 */
export function cutText(text: string, limit: number): { readonly text: string; readonly cut: boolean } {
  const characters = Array.from(text);
  return { text: characters.slice(0, limit).join(''), cut: characters.length > limit };
}
