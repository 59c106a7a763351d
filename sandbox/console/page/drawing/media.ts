import type { Attachment } from '../wire/message.ts';

/** Something to look at, listen to or download, wherever in a message it stands. */
export interface Media {
  readonly url: string;
  readonly name: string;
  readonly contentType: string | undefined;
  readonly alt: string | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly sizeBytes: number | undefined;
  readonly spoiler: boolean;
}

export type MediaKind = 'image' | 'video' | 'audio' | 'file';

const spoilerFlag = 1 << 3;

export function mediaOfAttachment(attachment: Attachment): Media {
  return {
    url: attachment.url,
    name: attachment.filename,
    contentType: attachment.content_type ?? undefined,
    alt: attachment.description ?? undefined,
    width: attachment.width ?? undefined,
    height: attachment.height ?? undefined,
    sizeBytes: attachment.size,
    spoiler: attachment.filename.startsWith('SPOILER_') || ((attachment.flags ?? 0) & spoilerFlag) !== 0,
  };
}

/** By content type, otherwise by the name's ending; anything else is a file. */
export function mediaKind({ contentType, name }: Pick<Media, 'contentType' | 'name'>): MediaKind {
  const [kind] = (contentType ?? '').split('/');
  if (kind === 'image' || kind === 'video' || kind === 'audio') return kind;
  if (contentType && contentType !== 'application/octet-stream') return 'file';
  if (/\.(png|jpe?g|gif|webp|avif)$/i.test(name)) return 'image';
  if (/\.(mp4|webm|mov)$/i.test(name)) return 'video';
  if (/\.(mp3|ogg|wav|flac|m4a|opus)$/i.test(name)) return 'audio';
  return 'file';
}
