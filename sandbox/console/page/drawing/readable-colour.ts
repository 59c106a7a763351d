import type { Theme } from '../app/preferences.ts';

type Channels = readonly [red: number, green: number, blue: number];

/** WCAG 2.2, for text of usual size. */
const leastContrast = 4.5;
const steps = 20;
/** The background on which names of that theme are hardest to read: a row under the pointer, or the darkest list. */
const hardest: Readonly<Record<Theme, Channels>> = { dark: [0x40, 0x42, 0x49], light: [0xe2, 0xe4, 0xe8] };
const towards: Readonly<Record<Theme, Channels>> = { dark: [255, 255, 255], light: [0, 0, 0] };

/** A role's colour, made lighter or darker until it can be read in that theme. @param colour `#rrggbb` */
export function readableColour(colour: string | undefined, theme: Theme): string | undefined {
  if (colour === undefined) return undefined;
  const own = channelsOf(colour);
  for (let step = 0; step <= steps; step += 1) {
    const shade = mixed(own, towards[theme], step / steps);
    if (contrast(shade, hardest[theme]) >= leastContrast) return hexOf(shade);
  }
  return hexOf(towards[theme]);
}

function channelsOf(colour: string): Channels {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function hexOf(channels: Channels): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

function mixed([red, green, blue]: Channels, to: Channels, share: number): Channels {
  const mix = (from: number, end: number) => from + (end - from) * share;
  return [mix(red, to[0]), mix(green, to[1]), mix(blue, to[2])];
}

function contrast(one: Channels, other: Channels): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Channels): number {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
