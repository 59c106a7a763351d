import { eventually } from '../../sandbox/test/support/eventually.ts';
import { StopScene } from '../../test/support/stop-scene.ts';
import { endWithParent, reportSample } from '../support/round.ts';

endWithParent();
const scene = await StopScene.open(50);
const { stage } = scene;
await scene.enterRooms();
await scene.holdCreations(5, 'after');
const { tookMs, code } = await scene.stopBot();
stage.service.faults.clear();
await stage.startBot();
const found = () => stage.videosIn(stage.discord.channels.general).length;
await eventually(() => found() >= 5, 'the five videos', 60_000).catch(() => undefined);
const sample = { stopMs: tookMs, exitCode: code ?? -1, found: found(), tasks: stage.service.tasks.length };
await scene.close();
reportSample(sample);
