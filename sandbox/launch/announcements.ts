import { botEnvironment, type StandInAddresses } from './bot-environment.ts';

/** Said before anything is loaded, because the first start has to load it all. */
export const patience = 'Starting the stand-ins. The first time, this can take half a minute…';

const example = '/video text prompt: a paper boat on a quiet lake';
const spoken = `Or open the voice channel Lounge, join it, and type /speak say text: good evening, everyone
Or have a conversation there: type /converse start and press Join. No microphone? Type into Say it for me.`;

/** What of the stand-ins the welcome names. */
export interface Welcomed {
  readonly pageUrl?: string;
  readonly service?: { readonly baseUrl: string };
}

/** What the terminal says once the bot is logged in: one address, and what to try. */
export function welcome({ pageUrl, service }: Welcomed, logPath: string): string {
  const footer = `Ctrl-C stops everything. The bot's log: ${logPath}`;
  if (pageUrl) {
    const headline = service
      ? 'Emcee is running against stand-ins: no account, no key, nothing leaves this machine.'
      : 'Emcee is running with the real AI service (videos are billed) and a stand-in for Discord.';
    return `
${headline}

  ${pageUrl}

Open this page and type ${example}
${spoken}

${footer}
`;
  }
  return `
Emcee is logged in to Discord; a stand-in at ${service?.baseUrl} makes the videos, at no cost.

In your server, type ${example}

${footer}
`;
}

/** The bot's own affairs: where it keeps its records, and what its process has to trust. */
const notForTheFile: ReadonlySet<string> = new Set(['DATA_DIR', 'NODE_EXTRA_CA_CERTS']);

/** What `npm run sandbox` says: every line that a `.env` needs for a bot against these stand-ins. */
export function addresses(pageUrl: string | undefined, standIns: StandInAddresses): string {
  const lines = Object.entries(botEnvironment({}, standIns))
    .filter(([name, value]) => value && !notForTheFile.has(name))
    .map(([name, value]) => `${name}=${value}`);
  return `
The stand-ins are running: no bot yet. Chat page: ${pageUrl}

To run a bot against them, put these lines in .env:

${lines.join('\n')}

Then start it like this, so that Node trusts the voice server:

NODE_EXTRA_CA_CERTS=${standIns.discord?.trustPath} npm start

The tokens change with each start. Ctrl-C stops everything.
`;
}
