import { answerModes, searchModes, turnModes } from '../../src/conversation/call-ask.ts';
import type { ConversationDesk } from '../../src/conversation/desk.ts';
import { actorOf } from '../../src/discord/actor.ts';
import { botMay } from '../../src/discord/guards.ts';
import { conversationModelNames, conversationModels } from '../../src/service/realtime/models.ts';
import { choicesOf, Given, orderOf, typedText } from '../kit/given.ts';
import type { AutocompleteCall, ChatCommand, Choice } from '../kit/surface.ts';

const replies = ['voice', 'text'] as const;
const transcriptNeeds = botMay('CreatePublicThreads', 'SendMessagesInThreads', 'AttachFiles');

/** `/converse start`: in the person's voice channel. The answer is the panel that everyone sees. */
export function converseStart(desk: ConversationDesk): ChatCommand<'converse start'> {
  return {
    path: ['converse', 'start'],
    options: [
      { kind: 'string', name: 'model', choices: choicesOf(conversationModelNames) },
      { kind: 'string', name: 'voice', maxLength: 64, autocomplete: true },
      { kind: 'string', name: 'persona', maxLength: 1_000 },
      { kind: 'string', name: 'reply', choices: choicesOf(replies) },
      { kind: 'string', name: 'turns', choices: choicesOf(turnModes) },
      { kind: 'number', name: 'threshold', min: -1, max: 1 },
      { kind: 'integer', name: 'silence', min: 200, max: 6_000 },
      { kind: 'string', name: 'search', choices: choicesOf(searchModes) },
      { kind: 'string', name: 'name', minLength: 2, maxLength: 32 },
      { kind: 'string', name: 'answers', choices: choicesOf(answerModes) },
      { kind: 'boolean', name: 'interruptions' },
      { kind: 'role', name: 'interrupt_role' },
      { kind: 'boolean', name: 'transcript' },
    ],
    guards: [botMay('ViewChannel', 'SendMessages')],
    reply: 'public',
    run: async ({ interaction, reference, receivedAt }) => {
      const given = new Given(interaction);
      const reply = given.choice('reply', replies);
      const roleId = given.roleId('interrupt_role');
      const transcript = given.flag('transcript');
      if (transcript) await transcriptNeeds.check(interaction);
      const ask = {
        model: given.text('model'),
        voice: given.text('voice'),
        persona: given.text('persona'),
        speaks: reply === undefined ? undefined : reply === 'voice',
        turns: given.choice('turns', turnModes),
        threshold: given.number('threshold'),
        silenceMs: given.number('silence'),
        search: given.choice('search', searchModes),
        name: given.text('name'),
        answers: given.choice('answers', answerModes),
        interruptions: given.flag('interruptions'),
        // The everyone role doesn't limit anything.
        interruptRoleId: roleId === interaction.guild.roles.everyone.id ? undefined : roleId,
        transcript,
      };
      await desk.start(orderOf(interaction, { reference, receivedAt }), actorOf(interaction), ask);
    },
    autocomplete: suggestVoices,
  };
}

/** The chosen model's voices. People can type any other one, and the service decides. */
async function suggestVoices({ interaction, focused }: AutocompleteCall): Promise<readonly Choice[]> {
  const name = typedText(interaction, 'model');
  const model = conversationModels.find((each) => each.name === name) ?? conversationModels[0];
  const typed = focused.value.trim().toLowerCase();
  return choicesOf(model.voices.filter((voice) => voice.toLowerCase().includes(typed)));
}
