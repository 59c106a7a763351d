import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { leastSettings as complete, problemOf, problemsOf } from '../../support/config-problems.ts';

const keys = { FILES_ACCESS_KEY_ID: 'AKID', FILES_ACCESS_KEY_SECRET: 'sec/ret+=' };
const s3 = (FILES_URL: string) => loadConfig({ ...complete, ...keys, FILES_URL }).files;

describe('where files wait', () => {
  it('is DATA_DIR if nothing is set', () => {
    expect(loadConfig(complete).files).toBeUndefined();
  });

  it('is a folder', () => {
    const { files } = loadConfig({ ...complete, FILES_URL: 'file:///mnt/with%20space/emcee' });
    expect(files).toEqual({ in: 'folder', folder: '/mnt/with space/emcee' });
  });

  it('is a bucket at Amazon, by its name in the host, or in the path if it has a dot', () => {
    const settings = {
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      region: 'eu-central-1',
      prefix: 'a/b/',
      accessKeyId: 'AKID',
      accessKeySecret: 'sec/ret+=',
    };
    expect(s3('s3://films/a/b/?region=eu-central-1')).toEqual({
      in: 's3',
      settings: { ...settings, bucket: 'films', bucketIn: 'host' },
    });
    expect(s3('s3://my.films/a/b?region=eu-central-1')).toEqual({
      in: 's3',
      settings: { ...settings, bucket: 'my.films', bucketIn: 'path' },
    });
  });

  it('is a bucket anywhere else, in the region that such stores call theirs', () => {
    expect(s3('s3://films?endpoint=https://minio.lan:9000/')).toMatchObject({
      settings: {
        endpoint: 'https://minio.lan:9000',
        region: 'us-east-1',
        bucket: 'films',
        prefix: '',
        bucketIn: 'path',
      },
    });
  });

  it.each([
    'films',
    '/mnt/emcee',
    'https://films.s3.amazonaws.com',
    'file:///',
    'file://host/mnt',
    'file:///mnt?x=1',
    's3://',
    's3://Films_1',
    's3://a',
    's3://key:secret@films',
    's3://films:9000',
    's3://films/with%20space',
    's3://films/a+b',
    's3://films//a',
    's3://films?region=Europe',
    's3://films?region=a&region=b',
    's3://films?endpoint=minio.lan:9000',
    's3://films?endpoint=https://key:secret@minio.lan',
    's3://films?acl=public',
  ])('is not %s, and the problem does not show it', (FILES_URL) => {
    expect(problemOf({ ...complete, ...keys, FILES_URL })).toMatch(
      /^FILES_URL must be a folder such as file:\/\/\/mnt\/emcee, or a bucket/,
    );
  });

  it('needs both keys for a bucket, all problems at once', () => {
    expect(problemsOf({ ...complete, FILES_URL: 's3://films', VIDEO_KEEP_HOURS: 'long' })).toEqual([
      'VIDEO_KEEP_HOURS must be a whole number from 0 to 720',
      'FILES_ACCESS_KEY_ID is missing: requests to the bucket in FILES_URL are signed with it',
      'FILES_ACCESS_KEY_SECRET is missing: requests to the bucket in FILES_URL are signed with it',
    ]);
  });

  it('keys without a bucket are a mistake', () => {
    expect(problemsOf({ ...complete, ...keys })).toEqual([
      'FILES_ACCESS_KEY_ID is set, but FILES_URL names no bucket',
      'FILES_ACCESS_KEY_SECRET is set, but FILES_URL names no bucket',
    ]);
  });

  it('keys can be in files', () => {
    const files: Readonly<Record<string, string>> = { '/run/id': 'AKID\n', '/run/secret': 'sec/ret\n' };
    const config = loadConfig(
      {
        ...complete,
        FILES_URL: 's3://films',
        FILES_ACCESS_KEY_ID_FILE: '/run/id',
        FILES_ACCESS_KEY_SECRET_FILE: '/run/secret',
      },
      (path) => files[path] ?? '',
    );
    expect(config.files).toMatchObject({ settings: { accessKeyId: 'AKID', accessKeySecret: 'sec/ret' } });
  });
});
