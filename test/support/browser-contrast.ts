import type { Locator } from 'playwright-core';

type Channels = readonly [red: number, green: number, blue: number, alpha: number];

/** Text and, from the outside in, everything that is painted behind it; CSS colours with channels of 0 to 255. */
interface Painted {
  readonly text: Channels;
  readonly behind: readonly Channels[];
}

/** Contrast ratio of a text to its background, 1 to 21, as WCAG 2.2 reckons it. */
export async function contrastOf(element: Locator): Promise<number> {
  const { text, behind } = await painted(element);
  const background = behind.reduce(over, [255, 255, 255, 1]);
  const [darker = 0, lighter = 0] = [luminance(background), luminance(over(background, text))].sort(
    (a, b) => a - b,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

interface StyledElement {
  readonly parentElement: StyledElement | null;
  readonly assignedSlot: StyledElement | null;
  getRootNode(): { readonly host?: StyledElement };
}

async function painted(element: Locator): Promise<Painted> {
  return await element.evaluate((start) => {
    const page = globalThis as unknown as {
      readonly document: { createElement(name: string): PaintCanvas };
      getComputedStyle(of: StyledElement): { readonly color: string; readonly backgroundColor: string };
    };
    interface PaintCanvas {
      getContext(kind: string): {
        fillStyle: string;
        clearRect(x: number, y: number, width: number, height: number): void;
        fillRect(x: number, y: number, width: number, height: number): void;
        getImageData(x: number, y: number, w: number, h: number): { readonly data: ArrayLike<number> };
      };
    }
    // Whatever notation a style uses (rgb, color-mix, oklch), a pixel painted with it has plain channels.
    const paint = page.document.createElement('canvas').getContext('2d');
    const channels = (colour: string): [number, number, number, number] => {
      paint.clearRect(0, 0, 1, 1);
      paint.fillStyle = colour;
      paint.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = Array.from(paint.getImageData(0, 0, 1, 1).data);
      return [red, green, blue, alpha / 255];
    };
    const first = start as unknown as StyledElement;
    const behind: [number, number, number, number][] = [];
    for (
      let at: StyledElement | null | undefined = first;
      at;
      at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host
    )
      behind.unshift(channels(page.getComputedStyle(at).backgroundColor));
    return { text: channels(page.getComputedStyle(first).color), behind };
  });
}

function over(below: Channels, [red, green, blue, alpha]: Channels): Channels {
  const mix = (top: number, bottom: number) => top * alpha + bottom * (1 - alpha);
  return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1];
}

function luminance([red, green, blue]: Channels): number {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
