import { readFileSync } from 'node:fs';
import { PermissionsBitField } from 'discord.js';
import { expect, it } from 'vitest';
import { invitationOf } from '../../../src/discord/invitation.ts';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

it('the README has the link that the bot logs, and a reason for each of its permissions', () => {
  expect(readme).toContain(invitationOf('YOUR_APPLICATION_ID'));
  const asked = new URL(invitationOf('7')).searchParams.get('permissions') ?? '0';
  const table = readme.slice(readme.indexOf('| Permission |')).toLowerCase();
  for (const name of new PermissionsBitField(BigInt(asked)).toArray())
    expect(table).toContain(name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase());
});

it('never asks for Administrator', () => {
  const asked = new URL(invitationOf('7')).searchParams;
  const permissions = new PermissionsBitField(BigInt(asked.get('permissions') ?? '0'));
  expect(permissions.toArray()).not.toContain('Administrator');
  expect([asked.get('client_id'), asked.get('scope')]).toEqual(['7', 'bot applications.commands']);
});
