import { createRequire } from 'node:module';

// Whichever copy of undici is loaded first sets the agent of all of them, and one of version 7 can't send the forms of version 6,
// which discord.js uses. Files share their workers, so what comes first would be chance: here it's discord.js's own.
createRequire(createRequire(import.meta.url).resolve('discord.js'))('undici');
