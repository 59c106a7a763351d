import type { Translated } from '../../language/languages.ts';
import { permissionWords } from '../../language/permissions.en.ts';
import { anyPermissionPhrase, listPhrase, permissionsPhrase } from '../../language/phrases.ts';
import type { EdgeRefusal } from '../../refusal/edge.ts';
import type { OfferLabels } from '../../refusal/refusal.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { ServiceFault } from '../../service/errors.ts';
import type { SetUpProblem } from '../../service/set-up-problem.ts';
import type { DiscordFault } from '../discord-fault.ts';
import type { PermissionReason } from '../needed-permissions.ts';

const list = (items: readonly string[]) => listPhrase(items, 'en');
const any = (names: readonly string[]) => anyPermissionPhrase(names, permissionWords, 'en');
const permissions = (names: readonly string[]) => permissionsPhrase(names, permissionWords, 'en');

const refusals: RefusalSentences<EdgeRefusal> = {
  'guild-only': () => "This only works in a server. Run it in a server I'm in.",
  'not-set-up': () => "That isn't set up on this bot yet. Ask the bot's owner to turn it on.",
  'guild-not-allowed': () =>
    "I'm a private bot, and this server isn't on my list. Ask the bot's owner to add it.",
  'command-unknown': () => 'That command has been removed. Restart Discord (Ctrl+R) to refresh the list.',
  'bot-lacks-permissions': (facts) =>
    `I need ${permissions(facts.permissions)} in <#${facts.channelId}> for this. Ask a moderator, or try another channel.`,
  'you-lack-permissions': (facts) =>
    `You need ${permissions(facts.permissions)} in this server for that. Ask a server admin.`,
  'roles-unknown': () => "Discord isn't telling me your roles right now. Try again in a minute.",
  'not-yours': (facts) =>
    `Only the person who asked for this or a moderator (${any(facts.anyOf)}) can do that.`,
  'moderators-only': (facts) => `Only moderators can do that. You need ${any(facts.anyOf)}.`,
  'control-expired': () => 'This button has expired. Run the command again.',
  'form-incomplete': () => 'That form came back incomplete. Open it and try again.',
  'option-invalid': (facts) => `\`${facts.option}\` isn't valid: ${facts.rule}. Change it and try again.`,
  'channel-unknown': (facts) => `I can't find that channel. Pick another one for \`${facts.option}\`.`,
  'option-twice': (facts) =>
    `${list(facts.options.map((name) => `\`${name}\``))} don't go together. Use only one.`,
  'shutting-down': () =>
    "I'm restarting, so try again in a minute. Anything I've already accepted will continue.",
  'store-failing': () =>
    "I can't save anything right now, so I don't start anything that costs money. Try again in a few minutes.",
};

/** The edge's own refusals. */
export const errorWords = {
  /** Discord's names for permissions, by their discord.js names (`AttachFiles`). */
  permissions: permissionWords,
  /** Why the bot needs a permission. */
  permissionReasons: {
    post: 'to post videos and panels',
    file: 'to post the video file',
    'voice-message': 'so that `/speak file` can answer with a voice message that plays on phones',
    'look-back': 'to see after a restart whether a video has already been posted',
    'be-heard': 'to be heard in voice channels',
    'raise-hand': 'to raise its hand on a stage',
    status: 'to show in the channel list that it reads aloud, or listens',
    thread: 'for captions, and for transcripts if a moderator turns them on',
  } satisfies Record<PermissionReason, string>,
  /** The label of a button that helps after a refusal. */
  offers: { switch: 'Switch', come: 'Come here', reopen: 'Back to the form' } satisfies OfferLabels,
  refusals,
  service: {
    'invalid-request': "The AI service didn't accept these options. Change them and try again.",
    moderation: "The AI service's content rules don't allow this. Try different words.",
    'invalid-media': "The AI service couldn't use your file or link. Try another one.",
    credentials: "The AI service doesn't accept this bot's key. Let the bot's owner know.",
    clock: "My clock is wrong, so the AI service refuses my requests. Let the bot's owner know.",
    access: "I'm not allowed to use that model. Let the bot's owner know.",
    arrears: "The bot's service account is out of credit. Let the bot's owner know.",
    'not-found': 'The AI service has lost track of that. Run the command again.',
    'too-late': "Too late. It's already being made.",
    throttled: 'The AI service is busy right now. Try again in a minute.',
    server: 'The AI service is having problems. Try again in a few minutes.',
    timeout: "The AI service didn't answer in time. Try again in a few minutes.",
    unreachable: "I can't reach the AI service right now. Try again in a few minutes.",
    malformed: "The AI service sent something I don't understand. Try again in a few minutes.",
    region: "This isn't available in the bot's service region. Ask the bot's owner to change it.",
    aborted: 'I stopped before the AI service answered. Try again in a minute.',
  } satisfies Record<ServiceFault, string>,
  /** What the bot's owner has to fix at the service. */
  setUp: {
    'address-wrong': "The bot's service address is wrong. Let the bot's owner know.",
    'model-missing': "The AI service doesn't have the model I asked for. Let the bot's owner know.",
    'workspace-missing': "The AI service doesn't know this bot's workspace. Let the bot's owner know.",
    'voice-refused': "The AI service won't use that voice. Pick another one, and let the bot's owner know.",
    'knowledge-access': "I'm not allowed to read that knowledge base. Let the bot's owner know.",
    'knowledge-missing': "The AI service doesn't have that knowledge base. Let the bot's owner know.",
  } satisfies Record<SetUpProblem, string>,
  discord: {
    access: "Discord won't let me do that here. Ask a moderator to check my permissions in this channel.",
    'place-gone': 'The channel or message this belongs to is gone. Run the command again.',
    'file-too-large': "The file is over this server's upload limit. Ask for a shorter or smaller one.",
    unavailable: 'Discord is having problems. Try again in a minute.',
  } satisfies Record<DiscordFault, string>,
  farewell:
    "I'm a private bot and only stay in servers my owner picked, so I'm leaving. Ask the bot's owner to add this server.",
  /** Direct messages to the bot's owner, about what only they can put right. */
  owner: {
    'disk-full':
      'Less than 100 MB are free on the disk with my data, so I start nothing that costs money. Free some space, and I go on by myself.',
    'store-unwritable':
      "I can't write to my data folder, so I start nothing that costs money. Check the disk and who may write to `DATA_DIR`.",
    'key-refused':
      "The AI service doesn't accept my key any more. Set a working `SERVICE_API_KEY` and restart me.",
    'knowledge-key-refused':
      "The knowledge base doesn't accept my key pair any more. Set a working `KNOWLEDGE_ACCESS_KEY_ID` with its secret and restart me.",
    'account-arrears': 'My account at the AI service is out of credit. Top it up, and I go on by myself.',
    'backup-old':
      "I haven't been able to back up my data for a while. Look for `couldn't back up the store` in my log.",
  },
  unexpected:
    "Something went wrong on my side. Try again, and if it keeps happening, let the bot's owner know.",
  inPrivate:
    "I only work in servers, so I can't help here. Type `/` in a server channel to see what I can do.",
  footer: (reference: string, requestId?: string) =>
    `-# Reference ${reference}${requestId ? ` · service request ${requestId}` : ''}`,
};

export type EdgeErrorWords = Translated<typeof errorWords>;
