import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { type CastMember, drawCast } from './cast.ts';
import { fontStack, registerFonts } from './font.ts';
import { blend, type I420, i420Of, type Patch, patchOf } from './i420.ts';
import { lacksGlyphs } from './missing-glyphs.ts';
import type { RenderJob } from './renderer.ts';
import { fitText } from './text-layout.ts';

/** How often the colours change in a film of several shots. */
const shotsWhenSeveral = 3;

/** Draws the frames of a job: the text once a shot, then only what moves. */
export class Scene {
  readonly #job: RenderJob;
  readonly #frameCount: number;
  readonly #framesPerSecond: number;
  readonly #shots: readonly I420[];
  readonly #frame: I420;
  readonly #disc: Patch;
  readonly #counter: Canvas;

  constructor(job: RenderJob, framesPerSecond: number, soundNote: string, cast: readonly CastMember[] = []) {
    registerFonts();
    this.#job = job;
    this.#framesPerSecond = framesPerSecond;
    this.#frameCount = job.durationSeconds * framesPerSecond;
    const shotCount = job.severalShots ? shotsWhenSeveral : 1;
    this.#shots = Array.from({ length: shotCount }, (_, shot) => drawStill(job, soundNote, cast, shot));
    const { width, height } = job;
    this.#frame = { width, height, bytes: new Uint8Array((width * height * 3) / 2) };
    this.#disc = drawDisc(job);
    const unit = unitOf(job);
    this.#counter = createCanvas(even(unit * 40), even(unit * 6));
  }

  get frameCount(): number {
    return this.#frameCount;
  }

  /** The bytes are overwritten by the next call. */
  draw(index: number): Uint8Array {
    const still = this.#shots[Math.floor((index * this.#shots.length) / this.#frameCount)];
    if (still) this.#frame.bytes.set(still.bytes);
    this.#drawDisc(index);
    this.#drawCounter(index);
    return this.#frame.bytes;
  }

  #drawDisc(index: number): void {
    const { width, height, seed } = this.#job;
    const lane = height * 0.62;
    const seconds = index / this.#framesPerSecond;
    const x = bounce(seconds * width * 0.25 + (seed % 97) * 7, width - this.#disc.width);
    const y = lane + bounce(seconds * height * 0.3 + (seed % 89) * 5, height * 0.2 - this.#disc.height / 2);
    blend(this.#frame, this.#disc, even(x), even(y));
  }

  #drawCounter(index: number): void {
    const { width, height } = this.#counter;
    const context = this.#counter.getContext('2d');
    context.fillStyle = '#101018';
    context.fillRect(0, 0, width, height);
    context.fillStyle = hue(this.#job.seed, 70);
    context.fillRect(0, height - height / 8, (width * (index + 1)) / this.#frameCount, height / 8);
    context.fillStyle = '#ffffff';
    context.font = `${height * 0.5}px ${fontStack}`;
    context.textBaseline = 'middle';
    const seconds = (index / this.#framesPerSecond).toFixed(1);
    const text = `${seconds} s of ${this.#job.durationSeconds} s · frame ${index + 1}/${this.#frameCount}`;
    context.fillText(text, height * 0.3, height * 0.45);
    const { data } = context.getImageData(0, 0, width, height);
    const margin = even(unitOf(this.#job) * 3);
    blend(this.#frame, patchOf(data, width, height), margin, margin);
  }
}

function drawStill(job: RenderJob, soundNote: string, cast: readonly CastMember[], shot: number): I420 {
  const { width, height } = job;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const sky = context.createLinearGradient(0, 0, width, height);
  sky.addColorStop(0, hue(job.seed + shot, 18));
  sky.addColorStop(1, hue(job.seed + 60 + shot, 42));
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  drawPrompt(context, job);
  const margin = unitOf(job) * 3;
  drawCast(context, cast, { x: margin, y: height * 0.4, width: width - margin * 2, height: height * 0.2 });
  const cut = job.severalShots ? [`shot ${shot + 1} of ${shotsWhenSeveral}`] : [];
  drawFacts(context, job, ['sandbox rendering', soundNote, ...cut].join(' · '));
  if (job.watermark) drawWatermark(context, job);
  return i420Of(context.getImageData(0, 0, width, height).data, width, height);
}

function drawPrompt(context: SKRSContext2D, job: RenderJob): void {
  const unit = unitOf(job);
  const foot = job.height * (job.references ? 0.38 : 0.58);
  const box = { width: job.width - unit * 6, height: foot - unit * 12 };
  context.font = `bold 100px ${fontStack}`;
  const sizes = [11, 9, 7, 6, 5, 4, 3.2, 2.6, 2.1, 1.7].map((factor) => Math.round(factor * unit));
  const layout = fitText(job.prompt, box, sizes, (text) => context.measureText(text).width);
  context.font = `bold ${layout.fontPx}px ${fontStack}`;
  context.fillStyle = '#ffffff';
  context.textBaseline = 'top';
  layout.lines.forEach((line, index) => {
    context.fillText(line, unit * 3, unit * 12 + index * layout.lineHeightPx);
  });
}

function drawFacts(context: SKRSContext2D, job: RenderJob, making: string): void {
  const unit = unitOf(job);
  const lines = [
    `${job.model} · ${job.width}×${job.height} · ${job.durationSeconds} s · seed ${job.seed}`,
    making,
  ];
  if (lacksGlyphs(job.prompt, fontStack)) lines.push('boxes: letters that no font on this machine has');
  if (job.negativePrompt) lines.unshift(`without: ${job.negativePrompt}`);
  context.fillStyle = '#ffffffd0';
  context.textBaseline = 'alphabetic';
  const box = { width: job.width - unit * 24, height: unit * 3 };
  lines.forEach((line, index) => {
    context.font = `100px ${fontStack}`;
    const sizes = [2.8, 2.4, 2, 1.6, 1.3].map((factor) => Math.round(factor * unit));
    const { fontPx, lines: fitted } = fitText(line, box, sizes, (text) => context.measureText(text).width);
    context.font = `${fontPx}px ${fontStack}`;
    context.fillText(
      fitted[0] ?? '',
      unit * 3,
      job.height - unit * 3 - (lines.length - 1 - index) * unit * 3.2,
    );
  });
}

/** Document 1: "an AI-generated text mark appears at the lower-right corner". */
function drawWatermark(context: SKRSContext2D, job: RenderJob): void {
  const unit = unitOf(job);
  context.font = `bold ${Math.round(unit * 2.6)}px ${fontStack}`;
  context.fillStyle = '#ffffffe0';
  context.textAlign = 'right';
  context.textBaseline = 'alphabetic';
  context.fillText('AI generated', job.width - unit * 3, job.height - unit * 3);
  context.textAlign = 'left';
}

function drawDisc(job: RenderJob): Patch {
  const side = even(unitOf(job) * 12);
  const canvas = createCanvas(side, side);
  const context = canvas.getContext('2d');
  context.fillStyle = hue(job.seed + 180, 62);
  context.beginPath();
  context.arc(side / 2, side / 2, side / 2 - 1, 0, Math.PI * 2);
  context.fill();
  return patchOf(context.getImageData(0, 0, side, side).data, side, side);
}

/** One hundredth of the shorter side. */
function unitOf(job: RenderJob): number {
  return Math.min(job.width, job.height) / 100;
}

/** Neighbouring seeds get colours far apart. */
function hue(seed: number, lightness: number): string {
  return `hsl(${Math.round((seed * 137.508) % 360)}, 65%, ${lightness}%)`;
}

/** A position that runs to and fro between 0 and `range`. */
function bounce(way: number, range: number): number {
  const phase = way % (2 * range);
  return phase > range ? 2 * range - phase : phase;
}

function even(value: number): number {
  return Math.floor(value / 2) * 2;
}
