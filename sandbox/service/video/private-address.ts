import ipaddr from 'ipaddr.js';

/** Is this host name or literal address anything but public? A name that must be resolved is not known to be. */
export function isPrivateHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (bare === 'localhost' || bare.endsWith('.localhost')) return true;
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() !== 'unicast';
}
