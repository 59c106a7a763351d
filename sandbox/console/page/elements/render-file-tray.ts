import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { fileSizeText } from '../drawing/file-size.ts';
import { pageWords } from '../words/current.ts';
import { icons } from './icons.ts';

/** The files that will go with the message. */
export function renderFileTray(
  files: readonly File[],
  remove: (file: File) => void,
): TemplateResult | typeof nothing {
  if (files.length === 0) return nothing;
  return html`<ul class="file-tray" aria-label=${pageWords().composer.filesToSend}>
    ${files.map(
      (file) => html`<li>
        ${icons.file()}
        <span class="file-name">${file.name}</span>
        <small>${fileSizeText(file.size)}</small>
        <button type="button" class="icon-button" aria-label=${pageWords().composer.remove(file.name)} @click=${() => remove(file)}>${icons.bin()}</button>
      </li>`,
    )}
  </ul>`;
}
