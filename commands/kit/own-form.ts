import type { BaseInteraction } from 'discord.js';
import { encodeCustomId } from '../../src/discord/layout.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import type { ModalRoute } from './surface.ts';

type Opening = Pick<ModalRoute, 'feature' | 'action'> & { readonly id: string };

/** The `custom_id` of a form that belongs to the person and the server who opened it. */
export function ownFormId({ user, guildId }: BaseInteraction<'cached'>, { id, ...form }: Opening): string {
  return encodeCustomId({ ...form, id: `${id}.${user.id}.${guildId}` });
}

/** A form that nobody else can send. Its handler gets the id that it was opened with. */
export function ownForm(route: ModalRoute): ModalRoute {
  return {
    ...route,
    run: async (call) => {
      const { user, guildId } = call.interaction;
      const owner = `.${user.id}.${guildId}`;
      if (!call.id.endsWith(owner)) throw new Refusal({ code: 'control-expired' });
      await route.run({ ...call, id: call.id.slice(0, -owner.length) });
    },
  };
}
