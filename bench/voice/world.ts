import { connectVoice } from '../../sandbox/discord/voice/person/voice-client.ts';
import { startVoiceServer } from '../../sandbox/discord/voice/voice-server.ts';
import { endWithParent } from '../support/round.ts';
import { goMessage } from './messages.ts';
import { speechPackets } from './sound.ts';

/** The voice server, and in each room one person who speaks from the word go on. Its CPU is not the bot's. */
endWithParent();
const frameMs = 20;
const rooms = Number(process.argv[2]);
const botId = '1';
const server = await startVoiceServer();
const packets = await speechPackets(4);

const places = Array.from({ length: rooms }, (_, index) => {
  const [guildId, channelId, speakerId] = [
    String(1_000 + index),
    String(2_000 + index),
    String(3_000 + index),
  ];
  const place = { guildId, channelId, muted: false, deafened: false, stage: false };
  const sessionId = `bot ${index}`;
  const bot = server.admit({ ...place, userId: botId, sessionId });
  const speaker = { ...place, userId: speakerId, sessionId: `speaker ${index}` };
  const seat = { guildId, channelId, speakerId, sessionId, token: bot.token, endpoint: server.endpoint };
  return { seat, speaker };
});
process.send?.({ certificatePath: server.certificatePath, botId, seats: places.map(({ seat }) => seat) });

const people = places.map(({ speaker }) =>
  connectVoice({
    ...speaker,
    ...server.admit(speaker),
    endpoint: server.endpoint,
    certificate: server.certificate,
    readyTimeoutMs: 30_000,
  }),
);
await Promise.all(people.map(({ ready }) => ready));

process.on('message', (message) => {
  if (!goMessage.safeParse(message).success) return;
  const startMs = performance.now();
  let tick = 0;
  // People do not speak in step: each has a phase of the 20 ms.
  const speak = () => {
    for (; tick <= performance.now() - startMs; tick += 1) {
      const packet = packets[Math.floor(tick / frameMs) % packets.length];
      for (let index = tick % frameMs; packet && index < people.length; index += frameMs)
        people[index]?.speak(packet);
    }
    setTimeout(speak, 1);
  };
  speak();
});
