import { ok, type Routes } from '../http/routes.ts';
import { places } from '../world/places.ts';

const guildsAShard = 1_000;

export function gatewayRoutes(routes: Routes): void {
  const { core } = routes;
  const guildsOfBot = () =>
    [...core.world.guilds.values()].filter(({ members }) => members.has(places.botUserId)).length;
  routes.get('/gateway', () => ok({ url: core.addresses.gateway }), { auth: 'none' });
  routes.get(
    '/gateway/bot',
    () =>
      ok({
        url: core.addresses.gateway,
        shards: core.settings.recommendedShards ?? Math.max(1, Math.ceil(guildsOfBot() / guildsAShard)),
        session_start_limit: core.identifyLimits.wire,
      }),
    { auth: 'bot' },
  );
}
