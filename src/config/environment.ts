export type Environment = Readonly<Record<string, string | undefined>>;

/** What's set, without spaces around it; an empty value counts as absent. Proxies may be named in small letters, as elsewhere. */
export function setIn(env: Environment): Record<string, string> {
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value?.trim()) set[name] = value.trim();
  const { https_proxy: proxy, no_proxy: except } = set;
  return { ...(proxy ? { HTTPS_PROXY: proxy } : {}), ...(except ? { NO_PROXY: except } : {}), ...set };
}
