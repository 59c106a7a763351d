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
