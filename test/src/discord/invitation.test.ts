import { readFileSync } from 'node:fs';
import { PermissionsBitField } from 'discord.js';
import { expect, it } from 'vitest';
import { invitationOf } from '../../../src/discord/invitation.ts';
import { neededPermissions } from '../../../src/discord/needed-permissions.ts';
import { wordsFor } from '../../../src/words/index.ts';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

it('the README has the link that the bot logs, and a reason for each of its permissions', () => {
  expect(readme).toContain(invitationOf('YOUR_APPLICATION_ID'));
  const { permissions, permissionReasons } = wordsFor('en-US').errors;
  const reasons = new Set(neededPermissions.map(({ reason }) => reason));
  const rows = [...reasons].map((reason) => {
    const names = neededPermissions.filter((each) => each.reason === reason);
    const named = names.map(({ permission }) => permissions[permission]).join(', ');
    return `   | ${named} | ${permissionReasons[reason]} |`;
  });
  expect(readme).toContain(rows.join('\n'));
});

it('never asks for Administrator', () => {
  const asked = new URL(invitationOf('7')).searchParams;
  const permissions = new PermissionsBitField(BigInt(asked.get('permissions') ?? '0'));
  expect(permissions.toArray()).not.toContain('Administrator');
  expect([asked.get('client_id'), asked.get('scope')]).toEqual(['7', 'bot applications.commands']);
});
