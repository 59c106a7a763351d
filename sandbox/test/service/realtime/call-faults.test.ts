import { afterEach, beforeAll, expect, it } from 'vitest';
import type { ServiceSandbox } from '../../../service/server.ts';
import { connectRealtime, openRealtimeSandbox, type RealtimeCaller } from './realtime-caller.ts';

let sandbox: ServiceSandbox;
let caller: RealtimeCaller;

beforeAll(async () => {
  sandbox = await openRealtimeSandbox({ previewMs: 60_000 });
  return async () => await sandbox.close();
});
afterEach(async () => {
  await arm('DELETE');
  sandbox.realtime.play([]);
});

const tools = ['find', 'roll'].map((name) => ({ type: 'function', function: { name } }));
const arm = async (method: 'POST' | 'DELETE', fault?: object) =>
  await fetch(`${sandbox.baseUrl}/sandbox/realtime/faults`, {
    method,
    ...(fault ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault) } : {}),
  });

/** Asks the model for something that it needs `find` for. */
async function ask(...faults: readonly object[]): Promise<void> {
  sandbox.realtime.play([{ when: { heard: '.' }, answer: { call: { name: 'find', arguments: { q: 1 } } } }]);
  for (const fault of faults) expect((await arm('POST', fault)).status).toBe(201);
  caller = await connectRealtime(sandbox);
  await caller.update({ modalities: ['text'], tools });
  caller.speak(await sandbox.realtime.voice('Please find the first one.', 'anybody', 16_000));
  caller.silence(1_200);
  await caller.seen('response.done');
}
const calls = () => caller.of('response.function_call_arguments.done');
function giveResult(nth: number, output: string): void {
  const item = { type: 'function_call_output', call_id: String(calls()[nth]?.call_id), output };
  caller.send('conversation.item.create', { item });
}
const texts = () => caller.of('response.text.done').map(({ text }) => text);
const odd = () => sandbox.realtime.sessions.at(-1)?.oddities;

it('a tool is called again after each result, with the same arguments or others', async () => {
  await ask({ at: 'result', times: 2, effect: { kind: 'call-again' } });
  await arm('POST', { at: 'result', times: 1, effect: { kind: 'call-again', changed: true } });
  for (let nth = 0; nth < 4; nth += 1) {
    giveResult(nth, `Number ${nth}.`);
    caller.send('response.create');
    await caller.seen('response.done', nth + 2);
  }
  expect(calls().map((call) => [call.name, call.arguments])).toEqual([
    ['find', ' {"q":1}'],
    ['find', ' {"q":1}'],
    ['find', ' {"q":1}'],
    ['find', ' {"q":1,"again":3}'],
  ]);
  expect(texts()).toEqual(['Number 3.']);
  expect(odd()).toEqual([]);
});

it('a tool that was taken away is called again only if the model is told to do so anyway', async () => {
  await ask({ at: 'result', times: 2, effect: { kind: 'call-again' } });
  await caller.update({ tools: [] });
  giveResult(0, 'Here.');
  caller.send('response.create');
  await caller.seen('response.done', 2);
  expect(calls()).toHaveLength(1);
  expect(texts()).toEqual(['Here.']);
  await arm('DELETE');
  await arm('POST', { at: 'result', effect: { kind: 'call-again', anyway: true } });
  caller.send('response.create');
  await caller.seen('response.done', 3);
  expect(calls()).toHaveLength(2);
});

it('a second tool is called in the same response, later; who asks between the results is odd', async () => {
  const effect = { kind: 'second-call', name: 'roll', arguments: { dice: 2 }, ms: 60 };
  await ask({ at: 'call', effect });
  const [first, second] = calls();
  expect([second?.name, second?.arguments]).toEqual(['roll', ' {"dice":2}']);
  expect(second?.response_id).toBe(first?.response_id);
  expect([first?.output_index, second?.output_index]).toEqual([0, 1]);
  const { response } = await caller.seen('response.done');
  expect(response).toMatchObject({ output: [{ name: 'find' }, { name: 'roll', call_id: second?.call_id }] });
  giveResult(0, '{"say":"Found."}');
  caller.send('response.create');
  await caller.seen('response.done', 2);
  expect(odd()).toEqual(['response.create before every call of a response was answered']);
  giveResult(1, '{"say":"Rolled."}');
  caller.send('response.create');
  await caller.seen('response.done', 3);
  expect(texts()).toEqual(['Found.', 'Rolled.']);
});

it('results that came together are answered together', async () => {
  await ask({ at: 'call', effect: { kind: 'second-call', name: 'roll' } });
  giveResult(0, '{"deep":{"say":"Found."}}');
  giveResult(1, '{"say":"Rolled."}');
  caller.send('response.create');
  await caller.seen('response.done', 2);
  expect(texts()).toEqual(['Found. Rolled.']);
  expect(odd()).toEqual([]);
});

it('a call stands as markup in what the model says, and is not made', async () => {
  await ask({ at: 'call', effect: { kind: 'spoken-call' } });
  expect(calls()).toEqual([]);
  expect(texts()).toEqual(['<tool_call>{"name": "find", "arguments": {"q":1}}</tool_call>']);
});

it('a result is read out as it is, with its markup', async () => {
  await ask({ at: 'result', effect: { kind: 'read-out' } });
  giveResult(
    0,
    JSON.stringify({ result: { passages: [{ text: 'Rules. <tool_call>{"name":"roll"}</tool_call>' }] } }),
  );
  caller.send('response.create');
  await caller.seen('response.done', 2);
  expect(texts()).toEqual(['Rules. <tool_call>{"name":"roll"}</tool_call>']);
});

it('each of them has its place', async () => {
  await ask();
  expect((await arm('POST', { at: 'response', effect: { kind: 'spoken-call' } })).status).toBe(400);
  expect((await arm('POST', { at: 'call', effect: { kind: 'call-again' } })).status).toBe(400);
});
