import { places } from '../../sandbox/discord/world/places.ts';
import type { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import type { Talker } from './talker.ts';

/** What people do with a call's panel, in the chat of the voice channel. */
export async function joinCall(talker: Talker): Promise<void> {
  const panel = talker.message('I only hear').first();
  await panel.getByRole('button', { name: 'Join' }).click();
  await panel.filter({ hasText: new RegExp(`only hear.*${talker.name}`, 'i') }).waitFor();
}

/** By its text. Returns false if nobody was asked in time. */
export async function pressWhenAsked(
  person: SandboxPerson,
  text: string,
  label: RegExp,
  withinMs: number,
): Promise<boolean> {
  try {
    const message = await person.untilMessage((each) => JSON.stringify(each).includes(text), withinMs);
    const found = label.exec(JSON.stringify(message.components))?.[0];
    if (found === undefined) return false;
    await person.click(message, found);
    return true;
  } catch {
    return false;
  }
}

export async function stopCall(talker: Talker): Promise<void> {
  await talker.look(places.channels.voice);
  const panel = talker.message('I only hear').first();
  await panel.getByRole('button', { name: 'Stop' }).click();
  await talker.message('Ended').first().waitFor();
}
