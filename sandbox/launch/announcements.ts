import type { StandIns } from './stand-ins.ts';

const example = '/video text prompt: a paper boat on a quiet lake';
const spoken = 'Or join the voice channel Lounge there, and type /speak say text: good evening, everybody';

/** What the terminal says once the bot is logged in: one address, one sentence of what to try. */
export function welcome(standIns: StandIns, logPath: string): string {
  const footer = `Ctrl-C stops everything. The bot's log: ${logPath}`;
  if (standIns.pageUrl && standIns.service) {
    return `
Emcee is running against stand-ins: no account, no key, nothing leaves this machine.

  ${standIns.pageUrl}

Open this page and type ${example}
${spoken}

${footer}
`;
  }
  if (standIns.pageUrl) {
    return `
Emcee is running with the real AI service (videos are billed) and a stand-in for Discord.

  ${standIns.pageUrl}

Open this page and type ${example}
${spoken}

${footer}
`;
  }
  return `
Emcee is logged in to Discord; a stand-in at ${standIns.service?.baseUrl} makes the videos, at no cost.

In your server, type ${example}

${footer}
`;
}

/** The voices of the stand-in's account, as an operator lists them, and the one for those who chose none. */
export interface AccountVoices {
  readonly voicesPath: string;
  readonly voice: string;
}

/** What `npm run sandbox` says: the lines that a `.env` needs for a bot against these stand-ins. */
export function addresses(standIns: StandIns, { voicesPath, voice }: AccountVoices): string {
  const { discord, service, pageUrl } = standIns;
  return `
The stand-ins are running: no bot yet. Chat page: ${pageUrl}

For a bot against them, put these lines into .env:

DISCORD_API_URL=${discord?.apiUrl}
DISCORD_TOKEN=${discord?.botToken}
SERVICE_BASE_URL=${service?.baseUrl}
SERVICE_API_KEY=${service?.apiKey}
SPEECH_VOICES=${voicesPath}
SPEECH_VOICE=${voice}

and start it so that it trusts the voice server, which Node takes from nowhere else:

NODE_EXTRA_CA_CERTS=${discord?.voice.certificatePath} npm start

The tokens change with each start. Ctrl-C stops everything.
`;
}
