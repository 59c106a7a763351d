/** A picture in planar YUV 4:2:0, limited range, BT.709: what the encoder takes. Width and height are even. */
export interface I420 {
  readonly width: number;
  readonly height: number;
  /** Y plane, then U and V at half width and height. */
  readonly bytes: Uint8Array;
}

/** A small picture with an opacity, to be laid over a frame. */
export interface Patch extends I420 {
  /** 0 to 255 a pixel. */
  readonly alpha: Uint8Array;
}

type Rgba = Uint8Array | Uint8ClampedArray;

export function i420Of(rgba: Rgba, width: number, height: number): I420 {
  const bytes = new Uint8Array((width * height * 3) / 2);
  let pixel = 0;
  for (let at = 0; at < width * height; at += 1, pixel += 4) {
    bytes[at] = luma(rgba[pixel] ?? 0, rgba[pixel + 1] ?? 0, rgba[pixel + 2] ?? 0);
  }
  let u = width * height;
  let v = u + (width * height) / 4;
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      pixel = (y * width + x) * 4;
      const [r, g, b] = [rgba[pixel] ?? 0, rgba[pixel + 1] ?? 0, rgba[pixel + 2] ?? 0];
      bytes[u++] = 128 - 0.1006 * r - 0.3386 * g + 0.4392 * b;
      bytes[v++] = 128 + 0.4392 * r - 0.3989 * g - 0.0403 * b;
    }
  }
  return { width, height, bytes };
}

export function patchOf(rgba: Rgba, width: number, height: number): Patch {
  const alpha = new Uint8Array(width * height);
  for (let at = 0; at < alpha.length; at += 1) alpha[at] = rgba[at * 4 + 3] ?? 0;
  return { ...i420Of(rgba, width, height), alpha };
}

/** Lays the patch over the frame with its upper left corner at even (x, y); the patch must lie inside. */
export function blend(frame: I420, patch: Patch, x: number, y: number): void {
  const { width, height, alpha } = patch;
  for (let row = 0; row < height; row += 1) {
    const target = (y + row) * frame.width + x;
    blendRow(frame.bytes, target, patch.bytes, row * width, width, (column) => alpha[row * width + column]);
  }
  const [halfWidth, halfHeight, halfFrame] = [width / 2, height / 2, frame.width / 2];
  for (const plane of [0, 1]) {
    const planeOf = (picture: I420) => picture.width * picture.height * (1 + plane / 4);
    for (let row = 0; row < halfHeight; row += 1) {
      const target = planeOf(frame) + (y / 2 + row) * halfFrame + x / 2;
      const source = planeOf(patch) + row * halfWidth;
      blendRow(
        frame.bytes,
        target,
        patch.bytes,
        source,
        halfWidth,
        (column) => alpha[(row * width + column) * 2],
      );
    }
  }
}

function blendRow(
  into: Uint8Array,
  target: number,
  from: Uint8Array,
  source: number,
  length: number,
  alphaAt: (column: number) => number | undefined,
): void {
  for (let column = 0; column < length; column += 1) {
    const opacity = alphaAt(column) ?? 0;
    if (opacity === 0) continue;
    const below = into[target + column] ?? 0;
    const above = from[source + column] ?? 0;
    into[target + column] = below + ((above - below) * opacity) / 255;
  }
}

function luma(r: number, g: number, b: number): number {
  return 16 + 0.1826 * r + 0.6142 * g + 0.062 * b;
}
