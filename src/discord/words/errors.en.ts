import { permissionWords } from '../../language/permissions.en.ts';
import { anyPermissionPhrase, listPhrase, permissionsPhrase } from '../../language/phrases.ts';
import type { EdgeErrorWords } from './error-words.ts';

const list = (items: readonly string[]) => listPhrase(items, 'en');
const any = (names: readonly string[]) => anyPermissionPhrase(names, permissionWords, 'en');
const permissions = (names: readonly string[]) => permissionsPhrase(names, permissionWords, 'en');

export const errorWords: EdgeErrorWords = {
  permissions: permissionWords,
  offers: { switch: 'Switch', reopen: 'Back to the form' },
  refusals: {
    'guild-only': () => "This only works in a server. Run it in a server I'm in.",
    'not-set-up': () => "That isn't set up on this bot yet. Ask the bot's owner to switch it on.",
    'guild-not-allowed': () =>
      "This bot is private, and this server isn't on its list. Ask the bot's owner to add it.",
    'command-unknown': () => 'That command has been removed. Restart Discord (Ctrl+R) to refresh the list.',
    'bot-lacks-permissions': (facts) =>
      `I need ${permissions(facts.permissions)} in <#${facts.channelId}> for this. Ask a moderator, or try another channel.`,
    'you-lack-permissions': (facts) =>
      `You need ${permissions(facts.permissions)} in this server for that. Ask a server admin.`,
    'not-yours': (facts) =>
      `Only the person who asked for this or a moderator (${any(facts.anyOf)}) can do that.`,
    'moderators-only': (facts) => `Only moderators can do that. You need ${any(facts.anyOf)}.`,
    'control-expired': () => 'This button has expired. Run the command again.',
    'form-incomplete': () => 'That form came back incomplete. Open it again and resend it.',
    'option-invalid': (facts) => `\`${facts.option}\` isn't valid: ${facts.rule}. Change it and try again.`,
    'channel-unknown': (facts) => `I can't find that channel. Pick another one for \`${facts.option}\`.`,
    'option-twice': (facts) => `Use only one of ${list(facts.options.map((name) => `\`${name}\``))}.`,
    'shutting-down': () => "I'm restarting. Try again in a minute. Anything already accepted will continue.",
  },
  service: {
    'invalid-request': "The service didn't accept these options. Change them and try again.",
    moderation: "The service's content rules don't allow this. Try different words.",
    'invalid-media': "The service couldn't use your file or link. Try another one.",
    credentials: "The service doesn't accept this bot's key. Let the bot's owner know.",
    clock: "The bot's clock is wrong, so the service refuses its requests. Let the bot's owner know.",
    access: "This bot isn't allowed to use that model. Let the bot's owner know.",
    arrears: "The bot's service account is out of credit. Let the bot's owner know.",
    'not-found': 'The service has lost track of that. Run the command again.',
    'too-late': 'Too late. The service has already started.',
    throttled: 'The service is busy right now. Try again in a minute.',
    server: 'The service is having problems. Try again in a few minutes.',
    timeout: "The service didn't answer in time. Try again in a few minutes.",
    unreachable: "I can't reach the service right now. Try again in a few minutes.",
    malformed: "The service sent something I don't understand. Try again in a few minutes.",
    region: "This isn't available in the bot's service region. Ask the bot's owner to change it.",
    aborted: 'I stopped before the service answered. Try again in a minute.',
  },
  setUp: {
    'model-missing': "The service doesn't have the model I asked for. Let the bot's owner know.",
    'workspace-missing': "The service doesn't know this bot's workspace. Let the bot's owner know.",
    'voice-refused': "The service won't use that voice. Pick another one, and let the bot's owner know.",
    'knowledge-access': "I'm not allowed to read that knowledge base. Let the bot's owner know.",
    'knowledge-missing': "The service doesn't have that knowledge base. Let the bot's owner know.",
  },
  discord: {
    access: "Discord won't let me do that here. Ask a moderator to check my permissions in this channel.",
    'place-gone': 'The channel or message this belongs to is gone. Run the command again.',
    'file-too-large': "The file is over this server's upload limit. Ask for a shorter or smaller one.",
    unavailable: 'Discord is having problems. Try again in a minute.',
  },
  farewell:
    "This bot is private and only works in servers its owner picked, so I'm leaving. Ask the bot's owner if you'd like it here.",
  unexpected:
    "Something went wrong on my side. Try again, and if it keeps happening, let the bot's owner know.",
  footer: (reference, requestId) =>
    `-# Reference ${reference}${requestId ? ` · service request ${requestId}` : ''}`,
};
