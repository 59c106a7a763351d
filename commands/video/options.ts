import { botMay } from '../../src/discord/guards.ts';
import { Refusal, type RefusalFacts } from '../../src/refusal/refusal.ts';
import { longestText, modelsFor } from '../../src/video/ask.ts';
import {
  deliveryPermissions,
  type VideoAsk,
  type VideoOf,
  type VideoOptionName,
  videoOptionRows,
} from '../../src/video/options.ts';
import type { MediaSource } from '../../src/video/sources.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import { choicesOf, type Given } from '../kit/given.ts';
import type { CommandOption } from '../kit/surface.ts';

export const mayDeliver = botMay(...deliveryPermissions);
const longestAddress = 2_000;
/** How many of the table's options are texts. Files come after them. */
export const textOptions = 2;

/** Which video: suggested by prompt, sent as the job's id. */
export const taskOption: CommandOption<'task'> = {
  kind: 'string',
  name: 'task',
  maxLength: 30,
  autocomplete: true,
};

/** A command's options from the table, required ones first, as Discord wants. */
export function optionsOf<Of extends VideoOf>(
  of: Of,
  studio: Pick<VideoStudio, 'region'>,
): readonly CommandOption<VideoOptionName<Of>>[] {
  const { region } = studio;
  return rowsOf(of).map((row) => {
    const { name, kind, choices, max, textLimit, required, ask: _, of: __, carried: ___, ...limits } = row;
    const offered = name === 'model' ? modelsFor(of, region) : choices;
    return {
      name: name as VideoOptionName<Of>,
      kind,
      ...limits,
      ...(textLimit ? { maxLength: longestText(textLimit, { of }, region) } : {}),
      ...(offered ? { choices: choicesOf(offered) } : {}),
      ...(max ? { max: max[of] } : {}),
      ...(required?.includes(of) ? { required: true } : {}),
    } as CommandOption<VideoOptionName<Of>>;
  });
}

/** The values given for them. */
export function askFrom(given: Given, of: VideoOf): VideoAsk {
  const read = { string: 'text', integer: 'number', boolean: 'flag' } as const;
  const asked = rowsOf(of)
    .map(({ name, ask, kind }) => [ask, given[read[kind]](name)] as const)
    .filter(([, value]) => value !== undefined);
  return { prompt: '', ...Object.fromEntries(asked), of };
}

/** An option for the address of a file, instead of the file. */
export function addressOption<const Name extends string>(name: Name) {
  return { kind: 'string', name, maxLength: longestAddress } as const;
}

/** The file or the address that was given, if any. @throws Refusal `twice` for both */
export function sourceFrom(
  given: Given,
  file: string,
  address: string,
  twice: RefusalFacts,
): MediaSource | undefined {
  const attachment = given.file(file);
  const url = given.text(address);
  if (attachment && url) throw new Refusal(twice);
  if (attachment) return { url: attachment.url, attachment: true };
  return url ? { url, attachment: false } : undefined;
}

function rowsOf(of: VideoOf) {
  return videoOptionRows.filter((row) => row.of.includes(of));
}
