import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { styleMap } from 'lit/directives/style-map.js';
import { fileSize } from '../drawing/file-size.ts';
import type { Media } from '../drawing/media.ts';
import { mediaKind } from '../drawing/media.ts';
import { pageWords } from '../words/current.ts';
import { icons } from './icons.ts';

/** Draws one attachment: pictures and videos inside `maxWidth` × `maxHeight`, sound with controls, files with their size. */
export function renderMedia(media: Media, maxWidth = 520, maxHeight = 350): TemplateResult {
  const kind = mediaKind(media);
  const drawn =
    kind === 'audio'
      ? audio(media)
      : kind === 'file'
        ? file(media)
        : visual(media, kind, maxWidth, maxHeight);
  return media.spoiler ? html`<spoiler-cover>${drawn}</spoiler-cover>` : drawn;
}

function visual(media: Media, kind: 'image' | 'video', maxWidth: number, maxHeight: number): TemplateResult {
  const box = styleMap(boxOf(media, maxWidth, maxHeight));
  if (kind === 'video') {
    return html`<video class="media" style=${box} src=${media.url} controls playsinline preload="metadata" crossorigin="anonymous" aria-label=${media.alt ?? media.name} data-filename=${media.name}></video>`;
  }
  return html`<a class="media-link" href=${media.url} target="_blank" rel="noopener noreferrer" aria-label=${pageWords().messages.open(media.alt ?? media.name)}>
    <img class="media" style=${box} src=${media.url} alt=${media.alt ?? media.name} title=${media.alt ?? nothing} data-filename=${media.name} />
  </a>`;
}

/** Reserves the room a picture will take, so that nothing jumps when it arrives. */
function boxOf(media: Media, maxWidth: number, maxHeight: number): Record<string, string> {
  if (!media.width || !media.height)
    return { '--media-most': `${maxWidth}px`, 'max-height': `${maxHeight}px` };
  const scale = Math.min(1, maxWidth / media.width, maxHeight / media.height);
  return {
    '--media-width': `${Math.round(media.width * scale)}px`,
    '--media-ratio': `${media.width} / ${media.height}`,
  };
}

function audio(media: Media): TemplateResult {
  return html`<figure class="audio" data-filename=${media.name}>
    <figcaption>${icons.voice()}<a href=${media.url} target="_blank" rel="noopener noreferrer">${media.name}</a>${sizeOf(media)}</figcaption>
    <audio controls preload="metadata" src=${media.url} aria-label=${media.alt ?? media.name}></audio>
  </figure>`;
}

function file(media: Media): TemplateResult {
  const size = media.sizeBytes === undefined ? undefined : fileSize(media.sizeBytes);
  return html`<discord-file-attachment data-filename=${media.name} name=${media.name} href=${media.url} target="_blank" rel="noopener noreferrer" .bytes=${size?.amount} bytes-unit=${size?.unit ?? ''}></discord-file-attachment>`;
}

function sizeOf(media: Media): TemplateResult | typeof nothing {
  if (media.sizeBytes === undefined) return nothing;
  const { amount, unit } = fileSize(media.sizeBytes);
  return html`<span class="muted">${amount} ${unit}</span>`;
}
