import { isVideoModelName, videoModels } from '../service/models.ts';
import type { VideoModel } from '../service/video/model.ts';
import { durationChoices, isOffered } from '../service/video/request-fields.ts';
import { newProtocolSizes } from '../service/video/size-tables.ts';
import { type SizeFacts, sizeFacts, sizesOf } from '../service/video/sizes.ts';
import { isCarried } from './ask.ts';
import type { VideoJob } from './job.ts';
import { type VideoAsk, videoOptionRows } from './options.ts';

/** What a video was asked for, with its picture as a size, which every model understands. */
export function askWithSize(job: VideoJob, ask: VideoAsk): VideoAsk {
  const { request } = job;
  const size =
    request.kind === 'new-text' ? newProtocolSizes[request.resolution][request.ratio] : request.size;
  return { ...ask, size, resolution: undefined, ratio: undefined };
}

/**
 * What a form asks for, based on the video in `before`. If another model was chosen, it leaves out what that model
 * doesn't have, because the form doesn't show it. An unchanged size or length becomes the nearest one that the model
 * makes, at no extra cost if possible. Silence stays and is refused, because a silent video must not get sound.
 */
export function fittingModel(asked: VideoAsk, before: VideoAsk): VideoAsk {
  if (asked.model === undefined || asked.model === before.model || !isVideoModelName(asked.model))
    return asked;
  const model = videoModels[asked.model];
  const ask = {
    ...asked,
    ...(asked.size === before.size ? { size: nearestSize(model, asked.size) } : {}),
    ...(asked.duration === before.duration ? { duration: nearestLength(model, asked.duration) } : {}),
  };
  const foreign = videoOptionRows.filter(
    (row) =>
      row.carried &&
      isCarried(row.ask) &&
      !isOffered(model, row.ask) &&
      !(row.ask === 'audio' && ask.audio === false),
  );
  return { ...ask, ...Object.fromEntries(foreign.map((row) => [row.ask, undefined])) };
}

/**
 * With the same shape: the same tier or below, or else the smallest. If the model doesn't make that shape, it stays and
 * is refused.
 */
function nearestSize(model: VideoModel, wanted: string | undefined): string | undefined {
  const facts = wanted === undefined ? undefined : sizeFacts(wanted);
  if (!facts) return wanted;
  const area = ({ width, height }: SizeFacts) => width * height;
  const ofShape = sizesOf(model)
    .filter(({ ratio }) => ratio === facts.ratio)
    .toSorted((a, b) => area(a) - area(b));
  const nearest = ofShape.findLast((size) => area(size) <= area(facts) || size.tier === facts.tier);
  return (nearest ?? ofShape[0])?.size ?? wanted;
}

function nearestLength(model: VideoModel, wanted: number | undefined): number | undefined {
  if (wanted === undefined) return undefined;
  const lengths = durationChoices(model);
  return lengths.findLast((seconds) => seconds <= wanted) ?? lengths[0];
}
