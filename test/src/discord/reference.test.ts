import { expect, it } from 'vitest';
import { newReference } from '../../../src/discord/reference.ts';

it('a reference is short and has no characters that are taken for others', () => {
  for (let round = 0; round < 500; round += 1) {
    expect(newReference()).toMatch(/^[A-Z3-9]{4}-[A-Z3-9]{4}$/);
    expect(newReference()).not.toMatch(/[0O1IL2Z5S8BUV]/);
  }
});

it('references differ', () => {
  expect(new Set(Array.from({ length: 1_000 }, newReference)).size).toBe(1_000);
});
