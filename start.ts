import { fileURLToPath } from 'node:url';
import { takeOverEnvFile } from './launch/env-file.ts';
import { runBot } from './launch/run-bot.ts';
import { say } from './launch/say.ts';
import { ConfigError, loadConfig, missingSettings, settingsWithoutEffect } from './src/config/config.ts';
import { loadRestProxyConfig } from './src/config/rest-proxy.ts';
import { decidedExitCode } from './src/operations/stop-signals.ts';

takeOverEnvFile({ say: (sentence) => say('fatal', sentence), exitCode: decidedExitCode });
// It needs neither a token nor a key.
const isRestProxy = process.env.ROLE === 'rest';
const isWhole = (process.env.ROLE || 'all') === 'all';
const missing = isWhole ? missingSettings(process.env) : [];
if (missing.length > 0 && process.env.NODE_ENV !== 'production') {
  for (const sentence of settingsWithoutEffect(process.env)) console.error(sentence);
  const { runWithSandbox } = await import('./launch/run-with-sandbox.ts');
  const wanted = { discord: missing.includes('DISCORD_TOKEN'), service: missing.includes('SERVICE_API_KEY') };
  process.exit(await runWithSandbox(wanted));
}
try {
  if (isRestProxy) loadRestProxyConfig(process.env);
  else loadConfig(process.env);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  say('fatal', `${error.message}\n.env.example explains each setting.`);
  process.exit(decidedExitCode);
}
process.exit(await runBot(fileURLToPath(new URL('./src/main.ts', import.meta.url)), process.env));
