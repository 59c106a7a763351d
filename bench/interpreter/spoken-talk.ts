import type { FakeTranslationSession } from '../../test/support/fake-translation.ts';
import { sound } from '../../test/support/fake-translation.ts';
import { InterpreterScene } from '../../test/support/interpreter-scene.ts';
import type { Sample } from '../support/measurement.ts';
import { percentile } from '../support/statistics.ts';
import { type Span, splitWait } from './turns-to-speak.ts';

const people = { ann: { speaks: 'en' }, bea: { speaks: 'es' }, cho: { speaks: 'ja' } } as const;
const names = ['ann', 'bea', 'cho'] as const;
const lastsMs = 30 * 60_000;
const stepMs = 20;
const pauseMs = 400;

interface Talk extends Span {
  readonly userId: string;
}

interface Due {
  readonly atMs: number;
  readonly happens: () => void;
}

/**
 * Half an hour of talk that the voice can follow, by a clock that nobody waits for: three people in three languages, one in
 * six turns begins before the last one ends, a translation's sound comes 0.4 to 1.2 s after its end is known, and one in
 * forty never comes. How long each translation waits from its first sound until it's heard, and for what.
 */
export async function spokenTalk(): Promise<Sample> {
  const draw = drawing(11);
  const talk = talkOf(draw);
  const scene = await InterpreterScene.start({ settings: { languages: ['en', 'es', 'ja'] }, people });
  const begunAt = scene.clock.now();
  const now = () => scene.clock.now() - begunAt;
  const said = watchMouth(scene, now);
  const readyMs = new Map<string, number>();
  const due: Due[] = [];
  const serve = (turn: Talk, number: number) => {
    for (const session of sessionsOf(scene, turn.userId)) {
      const [itemId, responseId, text] = [`item-${number}`, `resp-${number}`, `${turn.userId} ${number}`];
      session.tell({ is: 'source', itemId, sure: text, unsure: '', language: undefined });
      if (draw(0, 1) < 1 / 40) continue;
      let atMs = turn.untilMs + 800 + draw(400, 1_200);
      const name = `${session.settings.to} ${number}`;
      due.push({
        atMs,
        happens: () => {
          session.tell({ is: 'source-done', itemId, text, language: undefined });
          session.tell({ is: 'target-done', responseId, text: name });
          readyMs.set(name, now());
        },
      });
      const lengthMs = (turn.untilMs - turn.fromMs) * draw(0.8, 1.1);
      for (let sent = 0; sent < lengthMs; sent += 200) {
        due.push({ atMs, happens: () => session.tell({ is: 'audio', responseId, pcm: sound(200) }) });
        atMs += 50;
      }
      due.push({
        atMs,
        happens: () => session.tell({ is: 'response-ended', responseId, end: 'completed', usage: undefined }),
      });
    }
  };
  const heard = new Set<Talk>();
  while (now() < lastsMs) {
    for (const turn of talk.filter(({ fromMs, untilMs }) => fromMs <= now() && now() < untilMs)) {
      scene.frame(turn.userId);
      if (now() + stepMs >= turn.untilMs) scene.silence(turn.userId);
      if (heard.has(turn) || now() < turn.fromMs + 800) continue;
      heard.add(turn);
      serve(turn, talk.indexOf(turn));
    }
    due.sort((one, other) => one.atMs - other.atMs);
    while ((due[0]?.atMs ?? Number.POSITIVE_INFINITY) <= now()) due.shift()?.happens();
    await scene.clock.advance(stepMs);
  }
  const lines = scene.lines.filter(({ final }) => final);
  const spokenMs = new Map(said.map(({ id, fromMs }) => [id, fromMs]));
  const taken = [...said, ...talk.map(({ fromMs, untilMs }) => ({ fromMs, untilMs: untilMs + pauseMs }))];
  const waits = lines.flatMap(({ id, translation }) => {
    const [ready, at] = [readyMs.get(translation.sure), spokenMs.get(id)];
    return ready === undefined || at === undefined ? [] : [splitWait(ready, at, taken)];
  });
  await scene.interpretation.stop('shutting-down');
  const own = waits.map(({ ownMs }) => ownMs);
  return {
    talkSaid: (100 * waits.length) / readyMs.size,
    talkWholeP50: percentile(
      waits.map(({ turnMs, ownMs }) => turnMs + ownMs),
      50,
    ),
    talkTurnP95: percentile(
      waits.map(({ turnMs }) => turnMs),
      95,
    ),
    talkOwnP50: percentile(own, 50),
    talkOwnP95: percentile(own, 95),
    talkOwnMost: Math.max(...own),
  };
}

function drawing(first: number) {
  let seed = first;
  return (from: number, to: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return from + (seed / 2_147_483_648) * (to - from);
  };
}

function talkOf(draw: (from: number, to: number) => number): readonly Talk[] {
  const talk: Talk[] = [];
  let last: Talk = { userId: 'nobody', fromMs: 0, untilMs: 0 };
  while (last.untilMs < lastsMs) {
    const others = names.filter((name) => name !== last.userId);
    const userId = others[Math.floor(draw(0, others.length))] ?? 'ann';
    const lengthMs = draw(1_200, 6_000);
    const cutsIn = draw(0, 1) < 1 / 6 && last.untilMs > 0;
    const gapMs = cutsIn ? -draw(300, 1_500) : draw(500, 20_000);
    const fromMs = Math.max(last.fromMs + 300, last.untilMs + gapMs);
    last = { userId, fromMs, untilMs: Math.max(last.untilMs, fromMs + lengthMs) };
    talk.push(last);
  }
  return talk;
}

function sessionsOf(scene: InterpreterScene, userId: string): readonly FakeTranslationSession[] {
  const speaks = people[names.find((name) => name === userId) ?? 'ann'].speaks;
  return scene.service.open_.filter(({ settings, finishing }) => settings.from === speaks && !finishing);
}

/** When the mouth said what. */
function watchMouth(scene: InterpreterScene, now: () => number) {
  const said: (Span & { readonly id: string })[] = [];
  const { mouth } = scene.lease;
  const play = mouth.play.bind(mouth);
  mouth.play = (request) => {
    const playback = play(request);
    void playback.started.then(async (heard) => {
      if (!heard) return;
      const fromMs = now();
      await playback.ended;
      said.push({ id: request.id, fromMs, untilMs: now() });
    });
    return playback;
  };
  return said;
}
