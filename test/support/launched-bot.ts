import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Imported into a launcher before anything else: the bot that it starts is the one in a single file, where the suite has made that. */
const { BUNDLED_BOT: bundle } = process.env;
const main = new URL('../../src/main.ts', import.meta.url).href;

if (bundle)
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === main ? pathToFileURL(bundle).href : specifier, context),
  });
