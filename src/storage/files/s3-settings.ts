export interface S3Settings {
  /** `https://s3.eu-central-1.amazonaws.com` without the bucket. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** What every name begins with: empty, or it ends in a slash. */
  readonly prefix: string;
  /** `host`: the bucket is part of the host's name, as Amazon wants it; otherwise of the path, as others do. */
  readonly bucketIn: 'host' | 'path';
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
}
