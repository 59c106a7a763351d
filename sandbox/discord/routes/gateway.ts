import { ok, type Routes } from '../http/routes.ts';

export function gatewayRoutes(routes: Routes): void {
  const { core } = routes;
  routes.get('/gateway', () => ok({ url: core.addresses.gateway }), { auth: 'none' });
  routes.get(
    '/gateway/bot',
    () =>
      ok({
        url: core.addresses.gateway,
        shards: 1,
        session_start_limit: { total: 1000, remaining: 999, reset_after: 86_400_000, max_concurrency: 1 },
      }),
    { auth: 'bot' },
  );
}
