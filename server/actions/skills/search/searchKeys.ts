import { keyedEngines } from "../../../../shared/domain/skills.ts";
import type { KeyedEngine } from "../../../../shared/domain/skills.ts";
import type { Secrets } from "../../../database/secrets.ts";
import { secretColumns } from "../../secretColumns.ts";
import type { GivenSecret, SecretColumns } from "../../secretColumns.ts";
import type { SkillRow } from "../tables.ts";

/** The keys of web searches as a row keeps them. */
export type SealedKeys = Partial<Record<KeyedEngine, SecretColumns>>;
/** What a call says of them: null removes one, and what is left out stays. */
export type GivenKeys = Partial<Record<KeyedEngine, GivenSecret>>;

const purpose = "skill.search";

function readKeys(row: Pick<SkillRow, "searchKeys">): SealedKeys {
  return JSON.parse(row.searchKeys ?? "{}") as SealedKeys; // written by sealKeys
}

/** Puts given keys over those that a row has; null where none is left. */
export function sealKeys(
  seal: Pick<Secrets, "seal">,
  before: Pick<SkillRow, "searchKeys">,
  given: GivenKeys = {},
): string | null {
  const keys = readKeys(before);
  for (const engine of keyedEngines) {
    const secret = given[engine];
    if (secret === null) delete keys[engine];
    else if (secret !== undefined)
      keys[engine] = { sealedSecret: null, secretEnding: "", ...secretColumns(seal, { purpose, secret }) };
  }
  return Object.keys(keys).length > 0 ? JSON.stringify(keys) : null;
}

/** The ends of the keys, for people; null for a key that is not there. */
export function listKeyEndings(row: Pick<SkillRow, "searchKeys">): Record<KeyedEngine, string | null> {
  const { brave, tavily } = readKeys(row);
  return { brave: brave?.secretEnding ?? null, tavily: tavily?.secretEnding ?? null };
}

/** The keys themselves; null for one that is not there. */
export function unsealKeys(
  seal: Pick<Secrets, "unseal">,
  row: Pick<SkillRow, "searchKeys">,
): Record<KeyedEngine, string | null> {
  const keys = readKeys(row);
  const open = (engine: KeyedEngine) => {
    const sealed = keys[engine]?.sealedSecret ?? null;
    return sealed === null ? null : seal.unseal(sealed, purpose);
  };
  return { brave: open("brave"), tavily: open("tavily") };
}
