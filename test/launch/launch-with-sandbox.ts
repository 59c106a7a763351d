import { runWithSandbox } from '../../launch/run-with-sandbox.ts';

/** Runs the launcher with a service stand-in and another program in the bot's place: `<program> [patience in ms]`. */
const [, , entry, patience] = process.argv;
process.exit(
  await runWithSandbox({
    discord: false,
    service: true,
    ...(entry ? { entry } : {}),
    ...(patience ? { botPatienceMs: Number(patience) } : {}),
  }),
);
