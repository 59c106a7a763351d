import { isVideoModelName, videoModels } from '../service/models.ts';
import { type CarriedField, isOffered, requestFields } from '../service/video/request-fields.ts';
import { newProtocolSizes } from '../service/video/size-tables.ts';
import type { VideoJob } from './job.ts';
import { type VideoAsk, videoOptionRows } from './options.ts';

/** What a video was asked for, its picture as a size: that is what every model understands. */
export function askWithSize(job: VideoJob, ask: VideoAsk): VideoAsk {
  const { request } = job;
  const size =
    request.kind === 'new-text' ? newProtocolSizes[request.resolution][request.ratio] : request.size;
  return { ...ask, size, resolution: undefined, ratio: undefined };
}

/**
 * The ask without what its model doesn't have, for one that came from another model: nobody can take that away in a form
 * that doesn't show it. Silence stays, and is refused: a video that was to be silent must not be heard.
 */
export function fittingModel(ask: VideoAsk): VideoAsk {
  if (ask.model === undefined || !isVideoModelName(ask.model)) return ask;
  const model = videoModels[ask.model];
  const foreign = videoOptionRows.filter(
    (row) =>
      row.carried &&
      isCarried(row.ask) &&
      !isOffered(model, row.ask) &&
      !(row.ask === 'audio' && ask.audio === false),
  );
  return { ...ask, ...Object.fromEntries(foreign.map((row) => [row.ask, undefined])) };
}

function isCarried(field: string): field is CarriedField {
  return Object.hasOwn(requestFields, field);
}
