import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Secret, Service } from 'kubernetes-models/v1';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { temporaryFolder } from '../../sandbox/test/support/temporary-folder.ts';
import { loadConfig, settingsWithoutEffect } from '../../src/config/config.ts';
import { loadRestProxyConfig } from '../../src/config/rest-proxy.ts';

const folder = join(import.meta.dirname, '../../deploy/kubernetes');
const models = { ConfigMap, Secret, Service, Deployment, StatefulSet, PodDisruptionBudget };

interface Written {
  readonly kind: keyof typeof models;
  readonly metadata: { readonly name: string };
  readonly data?: Record<string, string>;
  readonly stringData?: Record<string, string>;
}

const written = readdirSync(folder).flatMap((name) =>
  parseAllDocuments(readFileSync(join(folder, name), 'utf8')).map((document) => {
    expect([name, ...document.errors, ...document.warnings]).toEqual([name]);
    return document.toJS() as Written;
  }),
);

function found<Kind extends keyof typeof models>(
  kind: Kind,
  name: string,
): InstanceType<(typeof models)[Kind]> {
  const one = written.find((each) => each.kind === kind && each.metadata.name === name);
  if (!one) throw new Error(`no ${kind} ${name}`);
  return new models[kind](one as never) as InstanceType<(typeof models)[Kind]>;
}

const containerOf = (set: StatefulSet | Deployment) => {
  const [container] = set.spec?.template.spec?.containers ?? [];
  if (!container) throw new Error('no container');
  return container;
};
const ownEnv = (set: StatefulSet | Deployment) =>
  Object.fromEntries(
    (containerOf(set).env ?? []).flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
  );

it.each(written.map((each) => [each.kind, each.metadata.name, each] as const))(
  '%s %s is what Kubernetes takes',
  (kind, _, each) => {
    const model = new models[kind](each as never);
    model.validate();
  },
);

it('a mistake would be found', () => {
  const one = written.find(({ kind }) => kind === 'StatefulSet') as unknown as { spec: object };
  const wrong = new StatefulSet({ ...one, spec: { ...one.spec, replicas: 'three' } } as never);
  expect(() => wrong.validate()).toThrow('replicas');
});

const shared = {
  ...written.find(({ kind }) => kind === 'ConfigMap')?.data,
  ...written.find(({ kind }) => kind === 'Secret')?.stringData,
};

/** What the command of a pod starts the bot with: its own shell script, with a `node` that only says so. */
function shardsOf(index: number): string {
  const [script = ''] = containerOf(found('StatefulSet', 'emcee')).args ?? [];
  const programs = temporaryFolder();
  writeFileSync(join(programs, 'node'), '#!/bin/sh\nprintf "%s %s" "$SHARDS" "$*"\n', { mode: 0o755 });
  const env = { PATH: `${programs}:${process.env.PATH}`, POD_INDEX: String(index) };
  const said = execFileSync('sh', ['-c', script], { env, encoding: 'utf8' });
  expect(said).toMatch(/ --max-semi-space-size=8 src\/main\.ts$/);
  return said.split(' ', 1)[0] ?? '';
}

it('every pod has other shards, all of them together, and settings that the bot takes', () => {
  const set = found('StatefulSet', 'emcee');
  const configs = Array.from({ length: set.spec?.replicas ?? 0 }, (_, index) => {
    const env = { ...shared, ...ownEnv(set), SHARDS: shardsOf(index) };
    expect(settingsWithoutEffect(env)).toEqual([]);
    return loadConfig(env);
  });
  const held = configs.map(({ discord }) => (discord.shards === 'auto' ? undefined : discord.shards));
  const counts = new Set(held.map((shards) => shards?.count));
  expect(counts.size).toBe(1);
  const ids = held.flatMap((shards) => shards?.ids ?? []);
  expect(ids).toEqual(Array.from({ length: [...counts][0] ?? -1 }, (_, id) => id));
  const fieldPath = containerOf(set).env?.find(({ name }) => name === 'POD_INDEX')?.valueFrom?.fieldRef
    ?.fieldPath;
  expect(fieldPath).toBe("metadata.labels['apps.kubernetes.io/pod-index']");
});

it('workers take their settings, hold no shards, and keep nothing on their own disk', () => {
  const workers = found('Deployment', 'emcee-workers');
  const env = { ...shared, ...ownEnv(workers) };
  expect(settingsWithoutEffect(env)).toEqual([]);
  const { role, files, operations } = loadConfig(env);
  expect([role, files?.in, operations.health?.port]).toEqual(['worker', 's3', 9464]);
  expect(containerOf(workers).ports?.[0]?.containerPort).toBe(9464);
  expect(loadConfig({ ...shared, ...ownEnv(found('StatefulSet', 'emcee')), SHARDS: '0-1/6' }).role).toBe(
    'gateway',
  );
  const labels = workers.spec?.template.metadata?.labels;
  expect(workers.spec?.selector.matchLabels).toEqual(labels);
  expect(found('PodDisruptionBudget', 'emcee-workers').spec?.selector?.matchLabels).toEqual(labels);
});

it('is asked for its health where it answers, and has its folder where it looks for it', () => {
  const set = found('StatefulSet', 'emcee');
  const container = containerOf(set);
  const health = loadConfig({ ...shared, ...ownEnv(set) }).operations.health;
  expect(health).toEqual({ host: '0.0.0.0', port: container.ports?.[0]?.containerPort });
  expect(container.livenessProbe?.httpGet).toEqual({ path: '/healthz', port: 'health' });
  expect(container.readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'health' });
  const dockerfile = readFileSync(join(folder, '../../Dockerfile'), 'utf8');
  expect(dockerfile).toContain(`DATA_DIR=${container.volumeMounts?.[0]?.mountPath}`);
});

it('the process in front of Discord is one, listens where the others look for it, and takes its settings', () => {
  const rest = found('Deployment', 'emcee-rest');
  const service = found('Service', 'emcee-rest');
  const { listen } = loadRestProxyConfig(ownEnv(rest));
  expect(settingsWithoutEffect(ownEnv(rest))).toEqual([]);
  expect(rest.spec?.replicas).toBe(1);
  expect(listen.port).toBe(containerOf(rest).ports?.[0]?.containerPort);
  expect(shared.DISCORD_API_URL).toBe(
    `http://${service.metadata?.name}:${service.spec?.ports?.[0]?.port}/api`,
  );
});

it.each([
  ['StatefulSet', 'emcee', 'emcee'],
  ['Deployment', 'emcee-rest', 'emcee-rest'],
] as const)('%s %s, its service and its budget mean the same pods', (kind, name, serviceName) => {
  const set = found(kind, name);
  const labels = set.spec?.template.metadata?.labels;
  expect(set.spec?.selector.matchLabels).toEqual(labels);
  expect(found('Service', serviceName).spec?.selector).toEqual(labels);
  if (kind === 'StatefulSet')
    expect(found('PodDisruptionBudget', name).spec?.selector?.matchLabels).toEqual(labels);
});
