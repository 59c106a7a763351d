import type { SVGTemplateResult, TemplateResult } from 'lit';
import { html, svg } from 'lit';

/** A drawing of 24 × 24; decorative, its control carries the name. */
function icon(content: SVGTemplateResult): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">${content}</svg>`;
}

function line(path: string): SVGTemplateResult {
  return svg`<path d=${path} fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" />`;
}

export const icons = {
  play: () => icon(line('M8 5v14l11-7z')),
  pause: () => icon(line('M8 5v14M16 5v14')),
  text: () => icon(line('M9 4 7 20M17 4l-2 16M4 9h16M4 15h16')),
  announcement: () => icon(line('M4 10v4h3l8 5V5l-8 5H4zM19 9v6')),
  voice: () => icon(line('M4 10v4h3l5 4V6l-5 4H4zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11')),
  stage: () =>
    icon(
      line(
        'M12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM10 20v-2a2 2 0 0 1 4 0v2M7.500 15.500a6 6 0 1 1 9 0M5 18.500a10 10 0 1 1 14 0',
      ),
    ),
  mic: () =>
    icon(
      line(
        'M12 15a3.500 3.500 0 0 0 3.500-3.500v-5a3.500 3.500 0 0 0-7 0v5A3.500 3.500 0 0 0 12 15zM5 11.500a7 7 0 0 0 14 0M12 18.500V22',
      ),
    ),
  micOff: () =>
    icon(
      line(
        'M8.500 8.500v3a3.500 3.500 0 0 0 5.500 2.900M15.500 11.500v-5a3.500 3.500 0 0 0-6.800-1.200M5 11.500a7 7 0 0 0 10.800 5.900M19 11.500a7 7 0 0 1-.8 3.200M12 18.500V22M3 3l18 18',
      ),
    ),
  headphones: () =>
    icon(line('M4 18v-5a8 8 0 0 1 16 0v5M4 14h3v6H5a1 1 0 0 1-1-1zM20 14h-3v6h2a1 1 0 0 0 1-1z')),
  headphonesOff: () =>
    icon(
      line(
        'M4 18v-5a8 8 0 0 1 2.500-5.800M9 5.600A8 8 0 0 1 20 13v3M4 14h3v6H5a1 1 0 0 1-1-1zM17 14v3M3 3l18 18',
      ),
    ),
  hangUp: () => icon(line('M3 15.500c0-6 18-6 18 0v2l-5 .500v-3.500a12 12 0 0 0-8 0V18l-5-.500z')),
  hand: () =>
    icon(
      line(
        'M7 12V6.500a1.500 1.500 0 0 1 3 0V11M10 11V4.500a1.500 1.500 0 0 1 3 0V11M13 11V5.500a1.500 1.500 0 0 1 3 0V12M16 9.500a1.500 1.500 0 0 1 3 0V14a7 7 0 0 1-12.500 4.300L4 14.500a1.500 1.500 0 0 1 2.500-1.600L7 13.500',
      ),
    ),
  save: () => icon(line('M12 4v11M7 10.500l5 5 5-5M5 20h14')),
  thread: () => icon(line('M5 4v8a3 3 0 0 0 3 3h11M15 11l4 4-4 4')),
  forum: () => icon(line('M4 5h16v10H10l-4 4v-4H4z')),
  menu: () => icon(line('M4 6h16M4 12h16M4 18h16')),
  people: () =>
    icon(
      line(
        'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20a6 6 0 0 1 12 0M16 4.5a3.5 3.5 0 0 1 0 6.4M17.5 14.4A6 6 0 0 1 21 20',
      ),
    ),
  sun: () =>
    icon(
      line(
        'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5',
      ),
    ),
  moon: () => icon(line('M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z')),
  language: () =>
    icon(
      line(
        'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c3 3.5 3 14.500 0 18M12 3c-3 3.500-3 14.500 0 18',
      ),
    ),
  more: () => icon(line('M5 12h.01M12 12h.01M19 12h.01')),
  plus: () => icon(line('M12 5v14M5 12h14')),
  close: () => icon(line('M6 6l12 12M18 6 6 18')),
  send: () => icon(line('M4 12 20 4l-4 16-4-7-8-1z')),
  reply: () => icon(line('M10 5 4 11l6 6M4 11h10a6 6 0 0 1 6 6v2')),
  bin: () => icon(line('M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5')),
  file: () => icon(line('M6 3h8l4 4v14H6zM14 3v4h4')),
  down: () => icon(line('M6 9l6 6 6-6')),
  external: () => icon(line('M14 4h6v6M20 4l-9 9M18 14v6H4V6h6')),
  eye: () => icon(line('M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z')),
  check: () => icon(line('M5 12l5 5 9-10')),
  warning: () => icon(line('M12 4 2.500 20h19zM12 10v4M12 17v.5')),
} as const;
