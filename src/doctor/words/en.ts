import type { CommandsWords } from '../../discord/words/command-words.ts';
import type { Translated } from '../../language/languages.ts';
import type { CheckName, FindingCode, Health } from '../finding.ts';

const commands = {
  doctor: { name: 'doctor', description: "Check if I'm well, and what to do if I'm not (moderators only)" },
} satisfies CommandsWords;

const checks = {
  settings: 'Settings',
  token: 'Discord',
  intents: 'Intents',
  permissions: 'Permissions here',
  ciphers: 'Voice: ciphers',
  opus: 'Voice: Opus',
  encryption: 'Voice: end-to-end encryption',
  udp: 'Voice: UDP',
  ffmpeg: 'ffmpeg',
  service: 'AI service',
  knowledge: 'Knowledge base',
  clock: 'Clock',
  disk: 'Disk',
  store: 'Store',
  workers: 'Workers',
  files: 'Files',
  'back-up': 'Back-up',
  versions: 'Versions',
} satisfies Record<CheckName, string>;

/** What was found, then what to do. */
const findings = {
  'settings-good': () => 'All of them are right.',
  'settings-wrong': (detail: string) => `Some settings are wrong: ${detail}. \`.env.example\` explains each.`,
  'settings-unknown': (detail: string) =>
    `These aren't settings, so they do nothing: ${detail}. Check the spelling.`,
  'token-good': () => 'Discord answers and takes the token.',
  'token-refused': () =>
    "Discord doesn't accept `DISCORD_TOKEN`. Reset it in the developer portal (your application → Bot) and set the new one.",
  'discord-unreachable': () =>
    "Discord can't be reached. Check the network, DNS and firewall of this machine.",
  'discord-foreign': () =>
    "Something that isn't Discord answers in its place. Check for a proxy or firewall in between.",
  'discord-failing': (detail: string) =>
    `Discord answers with an error (${detail}). Try again in a few minutes.`,
  'discord-too-often': () =>
    'The bot has connected too often today. Find out what restarts it, then wait until tomorrow.',
  'gateway-down': () =>
    'The connection to Discord is down. It comes back by itself; if not, restart the bot.',
  'intents-good': () => 'Discord gives the bot everything it asks for.',
  'intents-missing': () =>
    'Message Content Intent is off. Turn it on in the developer portal (your application → Bot), or set `DISCORD_MESSAGE_CONTENT=off`.',
  'permissions-good': () => 'Nothing is missing here.',
  'permissions-here': (detail: string) => `In this channel I'm missing: ${detail}. Add it for my role here.`,
  'permissions-server': (detail: string) =>
    `My role doesn't have: ${detail}. Add it in Server Settings → Roles.`,
  'permissions-silent': (detail: string) =>
    `I can't post in this channel. I'm missing: ${detail}. Add it for my role here.`,
  'ciphers-good': () => 'Both ciphers are there.',
  'ciphers-missing': (detail: string) => `A cipher is missing. ${detail}`,
  'opus-good': () => 'Sound goes in and comes out.',
  'opus-broken': (detail: string) => `The Opus codec doesn't work (${detail}). Run \`npm ci\` again.`,
  'encryption-good': (detail: string) => `The DAVE library works (${detail}).`,
  'encryption-broken': (detail: string) =>
    `The DAVE library doesn't load (${detail}), so voice channels are closed to me. Run \`npm ci\` again, on this system.`,
  'udp-good': () =>
    'This machine sends and receives datagrams. A firewall in front of it only shows in a voice channel.',
  'udp-proxy': () =>
    "`HTTPS_PROXY` can't carry voice. Voice channels only work if this machine also has a direct way out: UDP, and `*.discord.media`.",
  'udp-blocked': (detail: string) => `No datagrams on this machine (${detail}). Allow outgoing UDP.`,
  'udp-unanswered': () =>
    "Discord's voice servers didn't answer my datagrams when I last joined a channel. Allow outgoing UDP to any port from 50000 on, and the answers to it.",
  'ffmpeg-good': () => 'Large videos are made smaller.',
  'ffmpeg-missing': () =>
    "`ffmpeg` isn't installed, so large videos come as links, and of recordings I only read voice messages. Install it and restart the bot.",
  'ffmpeg-broken': () =>
    "`ffmpeg` doesn't encode H.264, so large videos come as links. Install a build with libx264.",
  'service-good': (detail: string) => `It answers, and takes the key (${detail}).`,
  'service-key': () =>
    "It doesn't accept the key. Set a new `SERVICE_API_KEY`, of the region in `SERVICE_REGION`.",
  'service-access': () => "The key isn't allowed to do this. Give it access in the service's console.",
  'service-arrears': () => "The account is out of credit. Top it up in the service's console.",
  'service-clock': () => "It refuses calls because this machine's clock is wrong. Set the clock by NTP.",
  'service-address': () =>
    'The address is wrong. Check `SERVICE_BASE_URL`, `SERVICE_PROFILE` and `KNOWLEDGE_URL`.',
  'service-workspace': () =>
    "The workspace doesn't exist. Check `SERVICE_WORKSPACE_ID` and the workspaces in `KNOWLEDGE_BASES`.",
  'service-model': () =>
    "A model or voice doesn't exist there. Check `SERVICE_REGION`, `SERVICE_MODEL_ALIASES` and `SPEECH_VOICE`.",
  'service-region': () => 'The key belongs to another region. Set `SERVICE_REGION` to it.',
  'service-foreign': () =>
    'Something else answers in its place. Check the address, and for a proxy in between.',
  'service-unreachable': () => "It can't be reached. Check the network of this machine, and the address.",
  'service-busy': () => 'It answers, but is too busy right now. Try again in a few minutes.',
  'service-failing': (detail: string) => `It answers with an error (${detail}). Try again in a few minutes.`,
  'knowledge-good': () => 'It answers, and takes the signature.',
  'knowledge-off': () => 'None is set up.',
  'knowledge-key': () =>
    "It doesn't accept the signature. Check `KNOWLEDGE_ACCESS_KEY_ID` and `KNOWLEDGE_ACCESS_KEY_SECRET`.",
  'knowledge-access': () =>
    "The key isn't allowed to list documents. Give it `sfm:ListIndexFiles` in this workspace.",
  'knowledge-missing': () => "A base isn't there. Check the ids and workspaces in `KNOWLEDGE_BASES`.",
  'clock-good': () => 'The clock is right.',
  'clock-off': (detail: string) => `The clock is off by ${detail}. Set it by NTP.`,
  'clock-wrong': (detail: string) => `The clock is off by ${detail}, so signed calls fail. Set it by NTP.`,
  'clock-unknown': () => "No server told the time, so I can't compare. Look again when Discord answers.",
  'disk-good': (detail: string) => `${detail} left in \`DATA_DIR\`.`,
  'disk-low': (detail: string) => `Only ${detail} left in \`DATA_DIR\`. Make room soon.`,
  'disk-full': (detail: string) =>
    `The disk of \`DATA_DIR\` is full (${detail} left). Make room now: nothing new is paid until then.`,
  'disk-unwritable': (detail: string) =>
    `Can't write in \`DATA_DIR\` (${detail}). It has to belong to the user the bot runs as.`,
  'store-good': () => 'Reading and writing work.',
  'store-new': () => "There's none yet. The bot makes it at its first start.",
  'store-in-use': () => 'Reading works, and the running bot has it.',
  'store-locked': () => 'Another program has it. Stop that, or set another `DATA_DIR`.',
  'store-damaged': () => "It's damaged. Stop the bot and restore a back-up: `npm run restore -- FILE`.",
  'store-newer': () => 'A newer version of the bot wrote it. Install that version again.',
  'store-unwritable': () => "It can't be written. Check the disk and who owns `DATA_DIR`.",
  'store-database': () =>
    "PostgreSQL doesn't answer, or refuses the bot. Check that it's running, its disk, and `STORE_URL`.",
  'workers-good': () => 'One is at work and makes videos.',
  'workers-none': () => 'No worker has been heard of yet: videos wait. Start a process with `ROLE=worker`.',
  'workers-silent': (detail: string) =>
    `No worker has been heard of for ${detail}: videos wait. Start a process with \`ROLE=worker\`, or look at its log.`,
  'files-here': () => 'Videos that wait for delivery are in `DATA_DIR`.',
  'files-good': (detail: string) => `Videos that wait can be put there, read and deleted (${detail}).`,
  'files-refused': (detail: string) =>
    `The place in \`FILES_URL\` turns me away (${detail}). Let me write, read, list and delete there, or set the right keys.`,
  'files-missing': (detail: string) =>
    `The bucket or folder in \`FILES_URL\` isn't there (${detail}). Create it, mount it, or correct its name.`,
  'files-region': (detail: string) =>
    `The bucket in \`FILES_URL\` is in another region (${detail}). Add the right \`region=\` to it.`,
  'files-clock': () =>
    "The bucket in `FILES_URL` refuses me because this machine's clock is wrong. Set it by NTP.",
  'files-unreachable': (detail: string) =>
    `The place in \`FILES_URL\` can't be reached (${detail}). Check the network and the address.`,
  'files-failing': (detail: string) =>
    `The place in \`FILES_URL\` answers with an error (${detail}). Try again in a few minutes.`,
  'back-up-good': (detail: string) => `The latest is ${detail} old.`,
  'back-up-off': () => 'None are made. Set `BACKUP_EVERY_HOURS`, or run `npm run backup -- FILE` regularly.',
  'back-up-yours': () => "The bot doesn't back up PostgreSQL. Check that `pg_dump` does it regularly.",
  'back-up-none': () => "There's none yet. The running bot makes one soon, or run `npm run backup -- FILE`.",
  'back-up-old': (detail: string) =>
    `The latest is ${detail} old. Check the log for why there's no newer one.`,
  'versions-good': (detail: string) => `${detail}.`,
  'versions-node': (detail: string) => `Node.js is too old. Install ${detail} or newer.`,
  'versions-newer': (detail: string) =>
    `A newer release is out: ${detail}. \`CHANGELOG.md\` says what an update takes.`,
  'not-answered': () => 'No answer in 20 s. Look again, then at the log.',
  'check-failed': (detail: string) =>
    `I couldn't check this (${detail}). Report it with \`npm run doctor -- --json\`.`,
} satisfies Record<FindingCode, (detail: string) => string>;

export const doctorWords = {
  commands,
  checks,
  findings,
  marks: { good: '✅', look: '⚠️', broken: '❌' } satisfies Record<Health, string>,
  states: { good: 'good', look: 'look at this', broken: 'broken' } satisfies Record<Health, string>,
  titles: {
    good: "## ✅ I'm well",
    look: '## ⚠️ Look at this',
    broken: '## ❌ Something is broken',
  } satisfies Record<Health, string>,
  row: (mark: string, name: string, text: string) => `${mark} **${name}**: ${text}`,
  /** What's well, in one line. */
  rest: (text: string) => `✅ ${text}`,
  /** For moderators, who can't do anything about it. */
  askOwner: (mark: string, name: string) =>
    `${mark} **${name}**: let the bot's owner know, they see more with \`/doctor\`.`,
};

export type DoctorWords = Translated<typeof doctorWords>;
