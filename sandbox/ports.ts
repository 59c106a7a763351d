/** Where the stand-ins listen unless told otherwise; `docs/sandbox.md` lists them. */
export const sandboxPorts = { page: 4400, discord: 4401, service: 4402 } as const;
