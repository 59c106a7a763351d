import { expect, it } from 'vitest';
import { listedPage } from '../../../../src/storage/files/s3-answers.ts';

const entry = (key: string, at: string) =>
  `<Contents><Key>${key}</Key><LastModified>${at}</LastModified></Contents>`;
const list = (...entries: readonly string[]) =>
  `<ListBucketResult><IsTruncated>false</IsTruncated>${entries.join('')}</ListBucketResult>`;

it("a store that doesn't keep to the prefix shows nobody else's files, and one without a time is nobody's to delete", () => {
  const body = list(
    entry('other/1.mp4', '2026-01-01T00:00:00.000Z'),
    entry('videos/2.mp4', 'yesterday'),
    entry('videos/3 &amp; 4.mp4', '2026-01-01T00:00:00.000Z'),
  );
  const files = [{ name: '3 & 4.mp4', at: Date.UTC(2026, 0, 1) }];
  expect(listedPage(body, 'videos/')).toEqual({ files, next: undefined });
});
