import { startSandbox } from '../../sandbox/main.ts';

/** Runs the launcher with a service stand-in and another program in the bot's place: `<program> [patience in ms]`. */
const [, , entry, patience] = process.argv;
process.exit(
  await startSandbox({
    discord: false,
    service: true,
    ...(entry ? { entry } : {}),
    ...(patience ? { botPatienceMs: Number(patience) } : {}),
  }),
);
