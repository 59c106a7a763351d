import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FirstHour } from './first-hour.ts';
import { type Spoken, VoiceMessages } from './voice-messages.ts';

/**
 * `node bench/first-hour/recordings.ts [--locale zh-CN] [--width 390] [--minutes 5] [--out FOLDER]`: the real bot on the stand-ins, and
 * voice messages on the pages of a moderator, a member and the person who sends them, on a phone. Each step leaves a picture for someone to look at.
 */
const { values } = parseArgs({
  options: {
    locale: { type: 'string', default: 'en-US' },
    width: { type: 'string', default: '1280' },
    minutes: { type: 'string', default: '5' },
    out: { type: 'string', default: join('data', 'first-hour') },
  },
});
const english: Omit<Spoken, 'meant'> = {
  code: 'en',
  line: 'Hello everyone. Where is the library?',
  lines: ['Thank you very much.', 'The meeting starts at nine.', 'What time is it?', 'I agree with you.'],
};
const spanish: Omit<Spoken, 'meant'> = {
  code: 'es',
  line: 'Hola a todos. ¿Dónde está la biblioteca?',
  lines: ['Muchas gracias.', 'La reunión empieza a las nueve.', '¿Qué hora es?'],
};
const spokenTo: Readonly<Record<string, Spoken>> = {
  'en-US': { ...spanish, meant: 'Where is the library?' },
  'zh-CN': { ...english, meant: '图书馆在哪里？' },
  'es-ES': { ...english, meant: '¿Dónde está la biblioteca?' },
};

const { locale, out } = values;
const spoken = spokenTo[locale];
if (!spoken) throw new Error(`nobody speaks to people who read ${locale}`);
const folder = join(out, ['recordings', locale, values.width].join('-'));
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await using hour = await FirstHour.open({
  ...{ locale, width: Number(values.width), isKeyboard: false, folder, isOperators: true },
  stage: { env: { DISCORD_MESSAGE_CONTENT: 'on' }, discord: { privilegedIntents: ['MessageContent'] } },
  guest: { name: 'newcomer', locale: spoken.code === 'es' ? 'es-ES' : 'en-US' },
});
try {
  await new VoiceMessages(hour, spoken, locale).walk(Number(values.minutes));
} catch (error) {
  await hour.owner.shoot('failed');
  await hour.member.shoot('failed');
  await hour.guest.shoot('failed');
  throw error;
} finally {
  console.log(JSON.stringify(hour.told(), undefined, 1));
}
