import { connectVoice } from '../../sandbox/discord/voice/person/voice-client.ts';
import { startVoiceServer } from '../../sandbox/discord/voice/voice-server.ts';
import { endWithParent } from '../support/round.ts';
import { goMessage } from '../voice/messages.ts';
import { speechPackets } from '../voice/sound.ts';
import { people, scriptNamed, speakersAt } from './script.ts';

/** `<rooms> <script>`: the voice server, and in each room three people who take turns. */
endWithParent();
const frameMs = 20;
const rooms = Number(process.argv[2]);
const script = scriptNamed(process.argv[3] ?? '');
const botId = '1';
const server = await startVoiceServer();
const packets = await speechPackets(4);

const places = Array.from({ length: rooms }, (_, index) => {
  const [guildId, channelId] = [String(1_000 + index), String(2_000 + index)];
  const place = { guildId, channelId, muted: false, deafened: false, stage: false };
  const sessionId = `bot ${index}`;
  const bot = server.admit({ ...place, userId: botId, sessionId });
  const speakerIds = Array.from({ length: people }, (_, each) => String(10_000 + index * people + each));
  const speakers = speakerIds.map((userId) => ({ ...place, userId, sessionId: `speaker ${userId}` }));
  const seat = {
    guildId,
    channelId,
    speakerId: speakerIds[0] ?? '',
    speakerIds,
    sessionId,
    token: bot.token,
    endpoint: server.endpoint,
  };
  return { seat, speakers };
});
process.send?.({ certificatePath: server.certificatePath, botId, seats: places.map(({ seat }) => seat) });

const voices = places.map(({ speakers }) =>
  speakers.map((speaker) =>
    connectVoice({
      ...speaker,
      ...server.admit(speaker),
      endpoint: server.endpoint,
      certificate: server.certificate,
      readyTimeoutMs: 60_000,
    }),
  ),
);
await Promise.all(voices.flat().map(({ ready }) => ready));

process.on('message', (message) => {
  if (!goMessage.safeParse(message).success) return;
  const startMs = performance.now();
  const spoke = voices.map((room) => room.map(() => false));
  let tick = 0;
  const say = (room: number, atMs: number) => {
    // Rooms don't take turns in step.
    const roomMs = atMs - Math.round((room * script.roundMs) / rooms);
    const speaking = speakersAt(script, roomMs);
    voices[room]?.forEach((voice, index) => {
      const speaks = speaking.includes(index);
      const packet = packets[Math.floor(roomMs / frameMs) % packets.length];
      if (speaks && packet) voice.speak(packet);
      else if (spoke[room]?.[index]) voice.endSpeech();
      const before = spoke[room];
      if (before) before[index] = speaks;
    });
  };
  // Nor do their frames: each room has a phase of the 20 ms.
  const speak = () => {
    for (; tick <= performance.now() - startMs; tick += 1)
      for (let room = tick % frameMs; room < rooms; room += frameMs) say(room, tick);
    setTimeout(speak, 1);
  };
  speak();
});
