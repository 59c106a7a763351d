import type { Locator, Page } from 'playwright-core';

type Channels = readonly [red: number, green: number, blue: number, alpha: number];

/** Text and, from the outside in, everything that is painted behind it; CSS colours with channels of 0 to 255. */
interface Painted {
  readonly shown: string;
  readonly text: Channels;
  readonly behind: readonly Channels[];
}

/** Contrast ratio of a text to its background, 1 to 21, as WCAG 2.2 reckons it. */
export async function contrastOf(element: Locator): Promise<number> {
  const [painted] = await element.evaluate(paintedTexts);
  if (!painted) throw new Error('nothing is painted');
  return contrastBetween(painted);
}

/** WCAG 2.2, 1.4.3. */
const readable = 4.5;

/**
 * Every text on screen that is hard to read against what is behind it, with its contrast: placeholders and what stands in
 * fields, too, but nothing of disabled controls.
 */
export async function faintTexts(page: Page): Promise<readonly string[]> {
  const painted = await page.evaluate(paintedTexts, undefined);
  if (painted.length < 10) throw new Error(`only ${painted.length} texts are on screen`);
  const faint = painted
    .map((each) => ({ contrast: contrastBetween(each), shown: each.shown }))
    .filter(({ contrast }) => contrast < readable)
    .map(({ contrast, shown }) => `${contrast.toFixed(2)} ${shown}`);
  return [...new Set(faint)];
}

interface PageNode {
  readonly nodeType: number;
  readonly textContent: string | null;
  readonly childNodes: Iterable<PageNode>;
}

interface PageElement extends PageNode {
  readonly tagName: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly shadowRoot: PageNode | null;
  readonly parentElement: PageElement | null;
  readonly assignedSlot: PageElement | null;
  getRootNode(): { readonly host?: PageElement };
  matches(selector: string): boolean;
  checkVisibility(options: object): boolean;
  getBoundingClientRect(): { readonly [side in 'top' | 'bottom' | 'width' | 'height']: number };
}

interface Style {
  readonly color: string;
  readonly backgroundColor: string;
  readonly opacity: string;
}

interface Canvas {
  getContext(
    kind: string,
    options: object,
  ): {
    fillStyle: string;
    clearRect(x: number, y: number, width: number, height: number): void;
    fillRect(x: number, y: number, width: number, height: number): void;
    getImageData(x: number, y: number, w: number, h: number): { readonly data: ArrayLike<number> };
  };
}

/** In the page: how one element is painted, or every one on screen that has a text of its own. */
function paintedTexts(only: unknown): Painted[] {
  const page = globalThis as unknown as {
    readonly document: { readonly body: PageElement; createElement(name: string): Canvas };
    readonly innerHeight: number;
    getComputedStyle(element: PageElement, pseudo?: string): Style;
  };
  // Whatever notation a style uses (rgb, color-mix, oklch), a pixel painted with it has plain channels.
  const canvas = page.document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const known = new Map<string, Channels>();
  const channels = (colour: string): Channels => {
    const before = known.get(colour);
    if (before) return before;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = Array.from(canvas.getImageData(0, 0, 1, 1).data);
    const made: Channels = [red, green, blue, alpha / 255];
    known.set(colour, made);
    return made;
  };

  const paint = (element: PageElement): Painted => {
    const behind: Channels[] = [];
    let opacity = 1;
    for (
      let at: PageElement | null | undefined = element;
      at;
      at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host
    ) {
      const style = page.getComputedStyle(at);
      behind.unshift(channels(style.backgroundColor));
      opacity *= Number(style.opacity);
    }
    const isField = element.tagName === 'INPUT' || element.tagName === 'TEXTAREA';
    const pseudo = isField && !element.value ? '::placeholder' : undefined;
    const [red, green, blue, alpha] = channels(page.getComputedStyle(element, pseudo).color);
    const shown = (isField ? element.value || element.placeholder : element.textContent) ?? '';
    return { shown: shown.trim().slice(0, 60), text: [red, green, blue, alpha * opacity], behind };
  };
  if (only !== undefined) return [paint(only as PageElement)];

  const found = new Set<PageElement>();
  const isSeen = (element: PageElement): boolean => {
    const { top, bottom, width, height } = element.getBoundingClientRect();
    const isOnScreen = width > 1 && height > 1 && bottom > 0 && top < page.innerHeight;
    const isDisabled = element.matches(
      ':disabled, :disabled *, [aria-disabled=true], [aria-disabled=true] *',
    );
    return isOnScreen && !isDisabled && element.checkVisibility({ visibilityProperty: true });
  };
  const walk = (node: PageNode, parent: PageElement | undefined): void => {
    if (node.nodeType === 3 && parent && node.textContent?.trim() && isSeen(parent)) found.add(parent);
    if (node.nodeType !== 1 && node.nodeType !== 11) return;
    const element = node.nodeType === 1 ? (node as PageElement) : parent;
    if (element && ['STYLE', 'SCRIPT', 'NOSCRIPT'].includes(element.tagName)) return;
    if (element && (element.value || element.placeholder) && isSeen(element)) found.add(element);
    if (node.nodeType === 1 && element?.shadowRoot) walk(element.shadowRoot, element);
    for (const child of node.childNodes) walk(child, element);
  };
  walk(page.document.body, undefined);
  return [...found].map(paint);
}

function contrastBetween({ text, behind }: Painted): number {
  const background = behind.reduce(over, [255, 255, 255, 1]);
  const [darker = 0, lighter = 0] = [luminance(background), luminance(over(background, text))].sort(
    (a, b) => a - b,
  );
  return (lighter + 0.05) / (darker + 0.05);
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
