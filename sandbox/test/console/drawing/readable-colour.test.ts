import { describe, expect, it } from 'vitest';
import { readableColour } from '../../../console/page/drawing/readable-colour.ts';

describe('the colour of a name', () => {
  it.each([
    ['#3498db', 'dark'],
    ['#3498db', 'light'],
    ['#000000', 'dark'],
    ['#ffffff', 'light'],
    ['#f1c40f', 'light'],
  ] as const)('%s is made readable in %s', (colour, theme) => {
    const shown = readableColour(colour, theme) ?? '';
    expect(shown).toMatch(/^#[0-9a-f]{6}$/);
    expect(shown).not.toBe(colour);
  });

  it('stays as it is where it can be read', () => {
    expect(readableColour('#ffd0d0', 'dark')).toBe('#ffd0d0');
    expect(readableColour('#102040', 'light')).toBe('#102040');
    expect(readableColour(undefined, 'dark')).toBeUndefined();
  });
});
