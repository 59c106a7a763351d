const bytesPerMegabyte = 1024 * 1024;

/** A limit as people say it: whole megabytes, and two digits of what is less than ten. Never rounded up to more. */
export function megabytesOf(bytes: number): number {
  const megabytes = bytes / bytesPerMegabyte;
  if (megabytes >= 10) return Math.floor(megabytes);
  const step = 10 ** (Math.floor(Math.log10(megabytes)) - 1);
  return Number((Math.floor(megabytes / step) * step).toPrecision(2));
}
