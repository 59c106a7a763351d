import type { PrivacyDesk } from '../../src/privacy/desk.ts';
import { renderPrivacy } from '../../src/privacy/page.ts';
import { answerWith } from '../kit/answer.ts';
import { type Asking, Given } from '../kit/given.ts';
import type { CallFrame, ChatCommand, FeatureSurface } from '../kit/surface.ts';
import { privacyButtons } from './buttons.ts';

/** `/privacy`: what's kept about a person, on one screen. */
function privacyCommand(desk: PrivacyDesk): ChatCommand<'privacy'> {
  return {
    path: ['privacy'],
    options: [{ kind: 'string', name: 'person', maxLength: 25 }],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const person = new Given(interaction).text('person')?.trim();
      await showPrivacy(desk, interaction, person ?? interaction.user.id, words);
    },
  };
}

/** @throws Refusal unless it's their own, or they own the bot */
async function showPrivacy(
  desk: PrivacyDesk,
  interaction: Asking,
  userId: string,
  words: CallFrame['words'],
): Promise<void> {
  const { guildId, user, client } = interaction;
  const data = await desk.read({ by: user.id, about: userId });
  const facts = {
    userId,
    own: userId === user.id,
    data,
    neverHeardSince: desk.neverHeardSince(userId),
    neverWrittenSince: desk.neverWrittenSince(userId),
    textsKeptSince: await desk.textsKeptSince(userId),
    serverName: (id: string) => client.guilds.cache.get(id)?.name,
    guildId,
    region: desk.region,
    chosen: { keepDays: desk.keepDays, videoKeepHours: desk.videoKeepHours },
  };
  await answerWith(interaction, renderPrivacy(facts, words));
}

/** Everything that people can do about what the bot keeps of them. */
export function privacySurface(desk: PrivacyDesk): FeatureSurface {
  return { commands: [privacyCommand(desk)], buttons: privacyButtons(desk), modals: [] };
}
