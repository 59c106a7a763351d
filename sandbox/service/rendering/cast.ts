import { type Canvas, createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import { fontStack, registerFonts } from './font.ts';
import type { ReferencePicture } from './renderer.ts';

/** A reference as it is shown in a film: a square tile and its name. */
export interface CastMember {
  readonly label: string;
  readonly tile: Canvas;
}

const tileSide = 320;

/** Tiles of the references, in their order. Rejects when an image cannot be decoded. */
export async function castOf(references: readonly ReferencePicture[]): Promise<CastMember[]> {
  registerFonts();
  const cast: CastMember[] = [];
  for (const reference of references) {
    const tile = createCanvas(tileSide, tileSide);
    const context = tile.getContext('2d');
    context.fillStyle = '#101018';
    context.fillRect(0, 0, tileSide, tileSide);
    if (reference.kind === 'image') await drawImage(context, reference.bytes);
    else drawVideoSign(context, reference.seconds);
    cast.push({ label: reference.label, tile });
  }
  return cast;
}

/** Draws the tiles in a row from the left, each with its name below. */
export function drawCast(
  context: SKRSContext2D,
  cast: readonly CastMember[],
  area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): void {
  const mostTiles = 5;
  const gap = area.width / 50;
  const side = Math.min(area.height * 0.82, (area.width - gap * (mostTiles - 1)) / mostTiles);
  cast.forEach(({ label, tile }, index) => {
    const x = area.x + index * (side + gap);
    context.drawImage(tile, x, area.y, side, side);
    context.strokeStyle = '#ffffff';
    context.lineWidth = Math.max(1, side / 60);
    context.strokeRect(x, area.y, side, side);
    context.font = `bold ${Math.round(side * 0.16)}px ${fontStack}`;
    context.fillStyle = '#ffffff';
    context.textBaseline = 'top';
    context.fillText(label, x, area.y + side * 1.04, side);
  });
}

/** The whole picture, as large as it fits into the tile. */
async function drawImage(context: SKRSContext2D, bytes: Uint8Array): Promise<void> {
  const image = await loadImage(bytes);
  const scale = tileSide / Math.max(image.width, image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  context.drawImage(image, (tileSide - width) / 2, (tileSide - height) / 2, width, height);
}

function drawVideoSign(context: SKRSContext2D, seconds: number): void {
  const middle = tileSide / 2;
  context.fillStyle = '#ffffff';
  context.beginPath();
  context.moveTo(middle - 50, middle - 90);
  context.lineTo(middle + 80, middle - 20);
  context.lineTo(middle - 50, middle + 50);
  context.fill();
  context.font = `bold 44px ${fontStack}`;
  context.textAlign = 'center';
  context.fillText(`video · ${seconds.toFixed(1)} s`, middle, tileSide - 40);
}
