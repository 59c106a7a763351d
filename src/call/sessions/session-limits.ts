/** A session lives two hours at most, so it rests well before that, in a quiet moment (field notes 3). */
export const restAfterMs = 90 * 60_000;
/** So many failures in a row are the end: attempts to open one, and sessions that were lost soon. */
export const mostFailures = 8;
/** How much of what people say is kept until the service has it as a turn: as long as the longest turn. */
export const longestKeptMs = 60_000;
/** What was given longer ago can't be a sentence that someone is in the middle of. */
export const midSentenceMs = 5_000;
/** How much kept sound a connection is given at once; it drops what waits in it too long. */
export const mostUnsentMs = 1_000;
/** A person heard within this time is still speaking. */
export const speakingMs = 1_500;
/** How long a session may take to react to a turn, and then to being asked. */
export const patienceMs = 10_000;
