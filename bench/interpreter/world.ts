import { controlPath } from '../../sandbox/service/control-routes.ts';
import { startServiceSandbox } from '../../sandbox/service/server.ts';
import { endWithParent } from '../support/round.ts';

/** The stand-in of the service in a process of its own, as fast as the real one is said to be. */
endWithParent();
const service = await startServiceSandbox({
  port: 0,
  realtime: { connectsPerMinute: 1_000_000, translationConnectsPerMinute: 1_000_000 },
});
const { baseUrl, apiKey } = service;
process.send?.({ baseUrl, apiKey, controlUrl: `${baseUrl}${controlPath}` });
