import { maxPageSize } from '../service/knowledge/client.ts';

/** A page by the service's numbering. It begins at position `(page - 1) * size`. */
export interface Window {
  readonly page: number;
  readonly size: number;
}

/** No page of 1 to 10 documents crosses a multiple of this, the least common multiple of those sizes. */
const seam = 2_520;

export function startOf({ page, size }: Window): number {
  return (page - 1) * size;
}

/** Whether no page can hold both the position and the one before it. */
export function isSeam(position: number): boolean {
  return position % seam === 0;
}

/**
 * The page with as many positions from `position` on as possible and at least one before it, so its answer proves where
 * it continues. If there's no such page, the one that begins there.
 */
export function windowFrom(position: number): Window {
  if (position === 0) return { page: 1, size: maxPageSize };
  return best((size) => {
    const page = Math.floor((position - 1) / size) + 1;
    return { page, gain: page * size - position };
  }, position);
}

/** The page with `position` itself and as many positions before it as possible. */
export function windowUpTo(position: number): Window {
  return best((size) => {
    const page = Math.floor(position / size) + 1;
    return { page, gain: position - (page - 1) * size };
  }, position - maxPageSize);
}

/** The page with as many of the last of `count` positions as possible. */
export function lastWindow(count: number): Window {
  return best((size) => {
    const page = Math.max(1, Math.ceil(count / size));
    return { page, gain: count - (page - 1) * size };
  }, 0);
}

function best(
  candidate: (size: number) => { readonly page: number; readonly gain: number },
  otherwiseFrom: number,
): Window {
  let chosen: Window & { readonly gain: number } = {
    page: Math.max(0, Math.floor(otherwiseFrom / maxPageSize)) + 1,
    size: maxPageSize,
    gain: 0,
  };
  for (let size = maxPageSize; size >= 2; size -= 1) {
    const { page, gain } = candidate(size);
    if (page >= 1 && gain > chosen.gain) chosen = { page, size, gain };
  }
  return { page: chosen.page, size: chosen.size };
}
