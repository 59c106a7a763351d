import {
  type ChatInputCommandInteraction,
  Client,
  Events,
  GatewayIntentBits,
  SlashCommandBuilder,
} from 'discord.js';
import { frameAt } from '../support/jobs.ts';
import { JsonRecords } from '../support/json-records.ts';
import { endWithParent } from '../support/round.ts';
import { worldMessage } from './messages.ts';

type Step = (interaction: ChatInputCommandInteraction) => Promise<unknown>;
type Job = ReturnType<typeof frameAt>;

/** The bot that a guide teaches, in three habits: defer at once and do nothing; write, then defer; create, then defer. */
endWithParent();
const [habit = '', path = '', addresses = ''] = process.argv.slice(2);
const world = worldMessage.parse(JSON.parse(addresses));
const jobs = habit === 'bare' ? undefined : await JsonRecords.open<Job>(path);

const write: Step = async (interaction) => {
  const job = frameAt(0, Date.now());
  const request = { ...job.request, prompt: interaction.options.getString('prompt', true) };
  await jobs?.set({ ...job, id: interaction.id, request });
};

const create: Step = async (interaction) => {
  const response = await fetch(`${world.serviceUrl}/api/v1/services/aigc/video-generation/video-synthesis`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.serviceKey}`,
      'content-type': 'application/json',
      'x-service-async': 'enable',
    },
    body: JSON.stringify({
      model: 'gen2.7-t2v',
      input: { prompt: interaction.options.getString('prompt', true) },
    }),
  });
  if (!response.ok) throw new Error(`the service answered ${response.status}`);
  await response.json();
};

const defer: Step = (interaction) => interaction.deferReply();

const habits: Readonly<Record<string, readonly Step[]>> = {
  bare: [defer],
  'record-first': [write, defer, create],
  'creation-first': [write, create, defer],
};

const command = new SlashCommandBuilder()
  .setName('video')
  .setDescription('Makes videos')
  .addSubcommand((subcommand) =>
    subcommand
      .setName('text')
      .setDescription('From a sentence')
      .addStringOption((option) => option.setName('prompt').setDescription('What to show').setRequired(true)),
  );

const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: world.apiUrl } });
client.on(Events.InteractionCreate, async (interaction) => {
  if (!interaction.isChatInputCommand()) return;
  try {
    for (const step of habits[habit] ?? []) await step(interaction);
  } catch (error) {
    console.error(error);
  }
});
client.once(Events.ClientReady, async (ready) => {
  await ready.application.commands.set([command]);
  process.send?.({ ready: true });
});
await client.login(world.botToken);
