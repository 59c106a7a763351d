import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { trustFile } from '../../launch/trust.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emcee-trust-'));
  writeFileSync(join(folder, 'own.pem'), 'own');
  return () => rmSync(folder, { recursive: true });
});

it("the stand-in's certificate is enough when nothing was trusted before", () => {
  expect(trustFile(join(folder, 'own.pem'), undefined)).toBe(join(folder, 'own.pem'));
  expect(trustFile(join(folder, 'own.pem'), join(folder, 'absent.pem'))).toBe(join(folder, 'own.pem'));
});

it('what was trusted before is still trusted', () => {
  writeFileSync(join(folder, 'before.pem'), 'before');
  const text = readFileSync(trustFile(join(folder, 'own.pem'), join(folder, 'before.pem')), 'utf8');
  expect(text).toMatch(/before\s+own/);
});
