import { permissionWords } from '../../language/permissions.en.ts';
import { anyPermissionPhrase, listPhrase, permissionsPhrase } from '../../language/phrases.ts';
import type { EdgeErrorWords } from './error-words.ts';

const list = (items: readonly string[]) => listPhrase(items, 'en');
const any = (names: readonly string[]) => anyPermissionPhrase(names, permissionWords, 'en');
const permissions = (names: readonly string[]) => permissionsPhrase(names, permissionWords, 'en');

export const errorWords: EdgeErrorWords = {
  permissions: permissionWords,
  refusals: {
    'guild-only': () => 'This only works in a server. Use it in a channel of a server that I am a member of.',
    'not-set-up': () => 'That isn’t set up on this bot yet. Ask the bot’s owner to switch it on.',
    'guild-not-allowed': () =>
      'This bot is private, and this server isn’t on its list. Ask the bot’s owner to add it.',
    'command-unknown': () =>
      'I no longer offer that command. Restart Discord (Ctrl+R) to get the current list, then try again.',
    'bot-lacks-permissions': (facts) =>
      `I need ${permissions(facts.permissions)} in <#${facts.channelId}> for this. Ask a moderator to allow it, or try another channel.`,
    'you-lack-permissions': (facts) =>
      `You need ${permissions(facts.permissions)} in this server for that. Ask a server admin.`,
    'not-yours': (facts) =>
      `Only the person who asked for this, or a moderator (${any(facts.anyOf)}), can do that.`,
    'moderators-only': (facts) => `Only moderators can do that. You need ${any(facts.anyOf)}.`,
    'control-expired': () => 'That control is no longer in use. Run the command again to get a new one.',
    'form-incomplete': () => 'That form came back incomplete. Open it again and send it once more.',
    'option-invalid': (facts) =>
      `The value of \`${facts.option}\` does not fit: ${facts.rule}. Change it and send the command again.`,
    'channel-unknown': (facts) => `I can’t find that channel. Pick another one for \`${facts.option}\`.`,
    'option-twice': (facts) => `Give only one of ${list(facts.options.map((name) => `\`${name}\``))}.`,
    'shutting-down': () => 'I am being restarted. Try again in a minute; what was already accepted goes on.',
  },
  service: {
    'invalid-request': 'The service did not accept this combination of options. Change them and try again.',
    moderation: 'The service refused this because of its content rules. Put it in other words and try again.',
    'invalid-media': 'The service could not use the file or address that you gave. Try another file.',
    credentials:
      'The service did not accept this bot’s key. Whoever runs the bot must check the key and its region.',
    clock:
      'The clock of the machine that this bot runs on is wrong, so the service does not accept its calls. Whoever runs the bot must set it right.',
    access: 'This bot’s account may not use that model. Whoever runs the bot must enable it at the service.',
    arrears: 'This bot’s account at the service is out of credit. Whoever runs the bot must top it up.',
    'not-found': 'The service no longer knows that task. Run the command again to make a new one.',
    'too-late': 'Too late: the service has already begun the work.',
    throttled: 'The service is busy for this bot’s account at the moment. Try again in a minute.',
    server: 'The service has a problem of its own. Try again in a few minutes.',
    timeout: 'The service did not answer in time. Try again in a few minutes.',
    unreachable: 'The service cannot be reached at the moment. Try again in a few minutes.',
    malformed: 'The service gave an answer that I do not understand. Try again in a few minutes.',
    region:
      'The service’s region that this bot uses does not offer this. Whoever runs the bot can change the region.',
    aborted: 'I stopped before the service had answered. Try again in a minute.',
  },
  setUp: {
    'model-missing': 'The service doesn’t have the model I asked for. Let the bot’s owner know.',
    'workspace-missing': 'The service doesn’t know this bot’s workspace. Let the bot’s owner know.',
    'voice-refused': 'The service won’t use that voice. Pick another one, and let the bot’s owner know.',
    'knowledge-access': 'I’m not allowed to read that knowledge base. Let the bot’s owner know.',
    'knowledge-missing': 'The service doesn’t have that knowledge base. Let the bot’s owner know.',
  },
  discord: {
    access: 'Discord did not let me do that here. Ask a moderator to check my permissions in this channel.',
    'place-gone':
      'The channel or message that this belongs to is gone. Run the command again where it should be.',
    'file-too-large':
      'The file is too large for this server’s upload limit. Ask for a shorter or smaller one.',
    unavailable: 'Discord had a problem of its own. Try again in a minute.',
  },
  farewell:
    'This bot is private and only works in servers its owner picked, so I’m leaving. Ask the bot’s owner if you’d like it here.',
  unexpected:
    'Something went wrong on my side. Try again, and tell whoever runs this bot if it happens again.',
  footer: (reference, requestId) =>
    `-# Reference ${reference}${requestId ? ` · service request ${requestId}` : ''}`,
};
