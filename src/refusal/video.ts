/** Why a video can't be made, changed or sent. */
export type VideoRefusal =
  /** The server has no channel for reports. */
  | { readonly code: 'reports-nowhere' }
  | { readonly code: 'report-not-mine' }
  /** The server's moderators set a length that's the most. */
  | { readonly code: 'video-longer-than-here'; readonly limit: number }
  | {
      readonly code: 'option-not-offered';
      readonly option: string;
      readonly model: string;
      readonly offeredBy: readonly string[];
    }
  /** The model has no such size; `sizes` are the ones it has. */
  | {
      readonly code: 'size-not-made';
      readonly model: string;
      readonly option: string;
      readonly sizes: readonly string[];
    }
  | { readonly code: 'length-not-made'; readonly model: string; readonly seconds: readonly number[] }
  | { readonly code: 'references-missing' }
  | {
      readonly code: 'references-too-many';
      readonly maxImages: number;
      readonly maxVideos: number;
      readonly maxFiles: number;
    }
  | { readonly code: 'nothing-to-use' }
  | { readonly code: 'file-gone' }
  /** It may be there, but what keeps the files doesn't answer. */
  | { readonly code: 'files-away' }
  /** The file arrived, but inspecting it took too long or too much memory. */
  | { readonly code: 'file-uninspected' }
  | { readonly code: 'file-still-too-large'; readonly limitMegabytes: number }
  | { readonly code: 'prompt-empty' }
  | { readonly code: 'audio-twice' }
  | {
      readonly code: 'region-lacks-kind';
      readonly region: string;
      readonly model: string;
      readonly servedBy: readonly string[];
    }
  /** It doesn't exist, or they aren't allowed to know that it does, which has to look the same to them. */
  | { readonly code: 'job-gone' }
  /** It lives in another channel. Anyone with one of these permissions could bring it here. */
  | { readonly code: 'video-not-here'; readonly anyOf: readonly string[] }
  | { readonly code: 'video-removed'; readonly anyOf: readonly string[] }
  | { readonly code: 'too-late' }
  /** The question was answered before, maybe by the same person. */
  | { readonly code: 'already-decided' }
  /** They have no preset with that name. */
  | { readonly code: 'preset-unknown' }
  | { readonly code: 'preset-name-invalid'; readonly limit: number }
  /** It wouldn't set anything. */
  | { readonly code: 'preset-empty' }
  | { readonly code: 'presets-full'; readonly limit: number };
