import type { VideoPage } from '../community/settings-pages.ts';
import { Refusal } from '../refusal/refusal.ts';
import { isVideoModelName, videoModels } from '../service/models.ts';
import type { Region } from '../service/regions.ts';
import type { VideoModel } from '../service/video/model.ts';
import { durationChoices } from '../service/video/request-fields.ts';
import { pictureOf } from '../service/video/sizes.ts';
import { modelsFor } from './ask.ts';
import type { VideoAsk } from './options.ts';

/**
 * What a person asked for, with what their server's moderators chose for the rest. A default that the model doesn't have isn't
 * taken, because nobody asked for it.
 * @throws {Refusal} `video-longer-than-here`
 */
export function withServerDefaults(ask: VideoAsk, page: VideoPage, region: Region): VideoAsk {
  const served = modelsFor(ask.of, region);
  const decided = ask.of === 'text' ? page.textModel : page.referenceModel;
  const name = ask.model ?? served.find((each) => each === decided) ?? served[0];
  if (name === undefined || !isVideoModelName(name)) return ask;
  const model = videoModels[name];
  const filled = { ...ask, ...(ask.model === undefined ? { model: name } : {}) };
  const withPicture = withResolution(filled, page, model);
  return withLength(withPicture, page, model);
}

function withResolution(ask: VideoAsk, { resolution }: VideoPage, model: VideoModel): VideoAsk {
  if (resolution === undefined || ask.size !== undefined || ask.resolution !== undefined) return ask;
  const wanted = { ...ask, resolution };
  return 'size' in pictureOf(model, wanted) ? wanted : ask;
}

function withLength(ask: VideoAsk, { seconds, longestSeconds }: VideoPage, model: VideoModel): VideoAsk {
  const made = durationChoices(model);
  const allowed = longestSeconds === undefined ? made : made.filter((each) => each <= longestSeconds);
  const [shortest = 0] = made;
  if (longestSeconds !== undefined && (ask.duration ?? shortest) > longestSeconds)
    throw new Refusal({ code: 'video-longer-than-here', limit: longestSeconds });
  if (ask.duration !== undefined) return ask;
  const usual = seconds !== undefined && made.includes(seconds) ? seconds : model.duration.defaultSeconds;
  const duration = allowed.includes(usual) ? usual : allowed.at(-1);
  return { ...ask, duration };
}
