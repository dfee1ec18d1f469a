import type { Store } from "../../database/store.ts";
import type { RunRecord } from "../sync/record.ts";
import { countPages } from "../sync/sourceCounts.ts";
import { countOthers, type FindCharacterLimit } from "./characterUsage.ts";

/** Thrown when a page has no room within the plan's limit: the run ends with what it has. */
export class LimitMet extends Error {
  override readonly name = "LimitMet";
  readonly limit: number;
  /** The page that had no room. */
  readonly page: string;

  constructor(limit: number, page: string) {
    super(`${page} has no room within ${limit} characters`);
    this.limit = limit;
    this.page = page;
  }
}

/** What a run may still store. */
export interface Room {
  /** Takes up `characters`, which may be negative; throws LimitMet where the plan has no room for them. */
  take(characters: number, page: string): Promise<void>;
}

/**
 * Opens the room of a run: its own source is counted once, those of others at each step. Two runs at the same time may go
 * over the limit by what each of them writes; the next one sees it.
 */
export async function openRoom(
  { store, findCharacterLimit }: { store: Store; findCharacterLimit: FindCharacterLimit },
  { key }: RunRecord,
): Promise<Room> {
  const limit = await findCharacterLimit(key.organizationId);
  if (limit === null) return { take: async () => {} };
  let own = (await countPages(store.db, key)).characterCount;
  return {
    async take(characters, page) {
      // What becomes shorter is always taken, also over the limit.
      if (characters > 0 && own + characters + (await countOthers(store.db, key)) > limit) {
        throw new LimitMet(limit, page);
      }
      own += characters;
    },
  };
}

/** What people read of a run that met the limit. */
export function describeLimit({ limit }: LimitMet, left: number): string {
  const what = left === 1 ? "1 page was" : `${left.toLocaleString("en")} pages were`;
  return `The plan’s limit of ${limit.toLocaleString("en")} characters is met: ${what} left out, and what was read stays.`;
}
