import { distance } from 'fastest-levenshtein';
import { fileSecrets, secretFileOf } from './secret-files.ts';

/** They belong to the sandbox, which shares the bot's `.env`. */
const ofSandbox = ['SANDBOX_HOST', 'SANDBOX_PAGE_PORT', 'SANDBOX_DISCORD_PORT', 'SANDBOX_SERVICE_PORT'];

/** How most settings begin. Other variables that begin like this were probably meant for the bot. */
const families =
  /^(DISCORD|GUILD|SERVICE|VIDEO|VOICE|SPEECH|CONVERSATION|INTERPRETER|KNOWLEDGE|STORE|SANDBOX)_/i;

/** What orchestrators set for their own services: `DISCORD_SERVICE_HOST`, `VOICE_PORT_80_TCP`. */
const ofOrchestrators = /_(HOST|PORT|PROTO|ADDR)(_|$)/;

/** One sentence for each variable that looks like a setting but isn't one. `known` lists the real ones. */
export function unknownSettings(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): readonly string[] {
  const names = [...known, ...ofSandbox, ...fileSecrets.map(secretFileOf)];
  return Object.keys(env)
    .filter((name) => env[name]?.trim() && !names.includes(name))
    .flatMap((name) => {
      const meant = nearest(name.toUpperCase(), names);
      if (meant) return [`${name} isn't a setting. Did you mean ${meant}?`];
      const isOurs = families.test(name) && !ofOrchestrators.test(name);
      return isOurs ? [`${name} isn't a setting, so it does nothing`] : [];
    });
}

/** Two letters off a shorter name is another word: HOME isn't ROLE. */
const leastCompared = 6;

/**
 * The setting that was probably meant: at most two letters off, or a quarter of the name if it begins like a setting.
 */
function nearest(name: string, names: readonly string[]): string | undefined {
  const [best] = names
    .filter((other) => other.length >= leastCompared)
    .map((other) => ({ other, off: distance(name, other) }))
    .toSorted((a, b) => a.off - b.off);
  if (!best) return undefined;
  const lettersOff = families.test(name) ? Math.max(2, Math.floor(name.length / 4)) : 2;
  return best.off <= lettersOff ? best.other : undefined;
}
