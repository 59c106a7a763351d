/** What the bot's owner has set up wrong at the service, if its answer says so. */
export type SetUpProblem =
  | 'address-wrong'
  | 'model-missing'
  | 'workspace-missing'
  | 'voice-refused'
  | 'knowledge-access'
  | 'knowledge-missing';

/** Our own code for an address that redirects. It will do so again next time. */
export const redirectedCode = 'Redirected';

/** Which part of the service answered, if the same words mean something else there. */
export type ServiceArea = 'knowledge';

/** Where to look, for the log. */
export const whereToLook: Readonly<Record<SetUpProblem, string>> = {
  'address-wrong': 'set SERVICE_BASE_URL and KNOWLEDGE_URL to the address that answers itself',
  'model-missing': 'does SERVICE_REGION have this model, and does SERVICE_MODEL_ALIASES spell it right?',
  'workspace-missing': 'check SERVICE_WORKSPACE_ID, and the workspaces in KNOWLEDGE_BASES',
  'voice-refused': 'check SPEECH_VOICE and SPEECH_VOICES: does each voice exist, with the right models?',
  'knowledge-access': 'the key of KNOWLEDGE_ACCESS_KEY_ID needs sfm:ListIndexFiles in this workspace',
  'knowledge-missing': 'check the ids and workspaces in KNOWLEDGE_BASES',
};

const ofCode: readonly (readonly [RegExp, SetUpProblem])[] = [
  [new RegExp(`^${redirectedCode}$`), 'address-wrong'],
  [/^ModelNotFound/i, 'model-missing'],
  [/^Work-?space\.?Not(Found|Exist)/i, 'workspace-missing'],
  [/^Voice(DoesNotFitModel|Unknown)$/, 'voice-refused'],
];

export function setUpProblem(
  fault: string,
  code: string,
  area: ServiceArea | undefined,
): SetUpProblem | undefined {
  const known = ofCode.find(([pattern]) => pattern.test(withoutIndex(code)));
  if (known) return known[1];
  if (area !== 'knowledge') return undefined;
  if (fault === 'access') return 'knowledge-access';
  return fault === 'not-found' ? 'knowledge-missing' : undefined;
}

/** The knowledge base may add to its codes that they're about an index. */
export function withoutIndex(code: string): string {
  return code.replace(/^Index\.(?=[A-Z])/, '');
}
