import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { gatedRoutes } from '../../../commands/kit/gated-routes.ts';
import type { CommandOption } from '../../../src/discord/command.ts';
import { AuthorityStage } from '../../support/authority-stage.ts';
import { alwaysThere } from './always-there.ts';
import { matrixRows as rows } from './matrix-rows.ts';

let stage: AuthorityStage;

beforeAll(async () => {
  stage = await AuthorityStage.open();
  return () => stage[Symbol.asyncDispose]();
});

/** Every way in which somebody can ask something of the bot, as its surfaces say. */
function routes(): readonly string[] {
  return stage.surfaces.flatMap((surface) => [
    ...surface.commands.flatMap(({ path, options }) => [
      `command ${path.join(' ')}`,
      ...options
        .filter((option) => 'autocomplete' in option && option.autocomplete)
        .map(({ name }) => `suggest ${path.join(' ')} ${name}`),
    ]),
    ...('messageCommands' in surface ? (surface.messageCommands ?? []) : []).map(
      ({ name }) => `menu ${name}`,
    ),
    ...surface.buttons.map(({ feature, action }) => `button ${feature}:${action}`),
    ...('selects' in surface ? (surface.selects ?? []) : []).map(
      ({ feature, action }) => `select ${feature}:${action}`,
    ),
    ...surface.modals.map(({ feature, action }) => `modal ${feature}:${action}`),
  ]);
}

describe('who may see what, and do what', () => {
  it('has a row for every command, control and suggestion there is, and for no other', () => {
    expect(routes().toSorted()).toEqual(Object.keys(rows).toSorted());
  });

  it('can be switched off by moderators, unless it stops, leaves, takes back or only tells', () => {
    const gated = Object.values(gatedRoutes).flat();
    expect(gated.filter((route) => !routes().includes(route))).toEqual([]);
    expect(new Set(gated).size).toBe(gated.length);
    const ofFeature = /^(menu |\w+ (video|speak|converse|interpret|knowledge)\b)/;
    const free = routes().filter(
      (route) => ofFeature.test(route) && !route.startsWith('suggest ') && !gated.includes(route),
    );
    expect(free.toSorted()).toEqual(alwaysThere.toSorted());
  });

  it('stands in docs/permissions.md for every command', () => {
    const page = readFileSync('docs/permissions.md', 'utf8');
    const commands = stage.surfaces.flatMap((surface) => [
      ...surface.commands.map(({ path }) => `\`/${path.join(' ')}`),
      ...('messageCommands' in surface ? (surface.messageCommands ?? []) : []).map(({ name }) => `*${name}*`),
    ]);
    expect(commands.length).toBeGreaterThan(40);
    expect(commands.filter((command) => !page.includes(command))).toEqual([]);
  });

  it('offers only files that the bot can read', () => {
    const options = stage.surfaces.flatMap(({ commands }) =>
      commands.flatMap<CommandOption>((command) => [...command.options]),
    );
    const files = options.flatMap((option) => (option.kind === 'attachment' ? [option] : []));
    expect(files.map(({ name }) => name)).toContain('image');
    for (const { fileTypes } of files) expect(fileTypes?.length).toBeGreaterThan(0);
  });

  it('is asked of every folder of commands', () => {
    const folders = readdirSync('commands').filter((name) => name !== 'kit');
    expect(folders).toHaveLength(stage.surfaces.length);
  });
});
