import { gunzipSync } from 'node:zlib';

/** One black picture of 32 × 32: MP4, H.264; gzip and Base64. */
const packed = [
  'H4sIAAAAAAACA31Sv0/CQBR+LQ5qjKBRQyImNQHiAgHEn4MhujC46qDGpOWu0tCjTXs06uTg4J/hZtzYXB0cdHE1cXPzv8B3R0kL',
  'Kpd7eXf3vvde3/cVADSTX7mW7zAAFYRHq+hBo8zcahkgMcscJwAAmwVNAkMr8S1NAbGjpQyjRu81GLtU3Nvc01t4PuMt2TPxu5ro',
  'Pb7Pn3210ACylHAffYbaPo8ywroyV+kyYukig5HR2WvSjl7kpdAktjeIBBahceQx3p263iY2FRjllFltEw8LAZNF45+ZJf1YhnjU',
  'jI0x0/FsrX9Wln1u2Hh+8rlPYpgHIdo/VIihNaijrw8Qi4eI39gprm8Vy6WSZlvGZWWzGstI93piNEQdKPvP070vWLpA/5nrzglF',
  'BFegJufz9wpMNN+TrwhOubrvhu2FLRjcG3B7E1ra55J3iHBSmQyO0xh+j+pg7DqMpaK3hhPTbQ+90SFc6HXCqPRirca1QT093XXt',
  'ODMFq/8D5B65IwquEF0mSw6RJBNJqkiS8D5pelSom2aIEsLQu9vd/BpMqW8f5z9+0omBTgMAAA==',
].join('');

/** The bytes of a film that any ffmpeg of ours reads. */
export function tinyFilm(): Buffer {
  return gunzipSync(Buffer.from(packed, 'base64'));
}
