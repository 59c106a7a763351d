import { gunzipSync } from 'node:zlib';

/** Two seconds of brightening grey: MP4, H.264, 160 × 96, silent; gzip and Base64. */
const packed = [
  'H4sICPe4AWsCA3RpbnkubXA0AGNgYJBIK6ksyC0wMWIAAhCdWZyfC2R2pBWlpjIMOGDJz01JLAEy3FJ3CMb//1GlwSD/qYhsUAE0',
  'qTbxoehjpUeo4KPFHr+PVkfeC6+BUfrCe/w2Wh95jaBQ5YHUazKUAB2QmfhItKGhpxsNAGUf1fh3frRTP/JjvvAaOAtJkERmA9Cy',
  '+sTHWC179BHF4Rsx/I8mD6LWkK7kA9i/T+jp36cD7d+IxGeiwl3MlPsHjXkAaHZe4nOg2ey0SZsYSkA2pie+wJJdrJCd+JoKfnwA',
  'jruXAxx3TH25+fllQKfk5JZlpIAKoOfqmeUgzMAYP4GBab8CAyMDCCEAI1qJhcZ3wF++MQGxRGZ+SjGII9DQ0MDO4P/////6/0Ap',
  'ppKixGygcExJNtgtjHC3wGwBuYcBv/1Y3bMAiBPAkvNyUzITgQyF3BTs/g09AtammJGSUwQzoywzBb1qYAzNzcxLAzJEynIhjkWS',
  'VEmByMmkFKWmITmLp7QoRwHCZhQtLknKAbJbi0uKU5DUlCaWJRvi8BrIIwkMHkDaA6aCzyssRN8xzFnBOR9oaTpmgEv8BwYtgzzQ',
  'VGdGJwau/w8ZONKB9LKm3gmMDCwZ59hBvpQoLikpRrKUC1j/BABpG6DjqpAMA4ozeAFxI6juBOJmJDoGiEFmZUP5MkC9yUhmgjAr',
  'lAbal5yPlCJWAKkLg6USBgCBRDPmJQgAAA==',
].join('');

/** The bytes of a small video that browsers play. */
export function tinyVideo(): Buffer {
  return gunzipSync(Buffer.from(packed, 'base64'));
}
