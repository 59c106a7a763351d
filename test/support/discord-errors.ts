import { DiscordAPIError } from 'discord.js';

/** An error as discord.js makes it of one of Discord's answers. */
export function discordError(code: number, status = 400, content = ''): DiscordAPIError {
  return new DiscordAPIError(
    { code, message: 'refused' },
    code,
    status,
    'POST',
    'https://discord.invalid/api/v10/webhooks/100000000000000001/interaction-secret/messages/@original',
    { body: { content }, files: undefined },
  );
}
