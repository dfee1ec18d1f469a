import type { Store } from "../../database/store.ts";
import type { Egress } from "../../egress/egress.ts";
import type { Events } from "../../live/events.ts";
import type { Connected } from "../connected/connected.ts";
import type { Clock } from "../crawl/clock.ts";
import type { Parser } from "../parsing/createParser.ts";
import type { IndexOwner } from "../retrieval/indexPassages.ts";
import type { SearchPool } from "../retrieval/searchPool.ts";
import type { DataSourceRow } from "../tables.ts";
import type { FindCharacterLimit } from "../usage/characterUsage.ts";
import type { Room } from "../usage/room.ts";
import type { RunRecord } from "./record.ts";
import type { RemoveFile } from "./removeUnusedFile.ts";
import type { StoredFile } from "../../storage/storedFile.ts";

/** Opens an uploaded file of an organization; rejects with `not_found` for any other. */
export type OpenFile = (
  organizationId: string,
  fileId: string,
) => Promise<Pick<StoredFile, "name" | "contentType" | "sizeBytes" | "readStart">>;

/** What syncing needs of the server. */
export interface SyncDeps {
  store: Store;
  events: Events;
  egress: Egress;
  parser: Parser;
  search: SearchPool;
  connected: Connected;
  openFile: OpenFile;
  removeFile: RemoveFile;
  /** The address of this installation, which the crawler names to the sites it reads. */
  publicUrl: string;
  /** How often one host is asked, in requests a second. */
  crawlRate: number;
  /** Time as a crawl sees it, where it is not the machine's own. */
  crawlClock?: Clock;
  findCharacterLimit: FindCharacterLimit;
  now: () => number;
}

/** What a reader of one kind of source works with. It throws where the source as a whole can't be read. */
export interface Reading extends SyncDeps {
  record: RunRecord;
  source: DataSourceRow;
  organizationId: string;
  signal: AbortSignal;
  /** What the plan still has room for. */
  room: Room;
  /** Addresses or file ids to read alone, where only what failed is tried again. */
  only: string[] | null;
  /** Sites are asked only for what changed since; a person who syncs by hand has everything read again. */
  asksIfChanged: boolean;
}

/** Whose index a run writes. */
export function ownerOf({ key: { organizationId, sourceId } }: RunRecord): IndexOwner {
  return { organizationId, sourceId };
}
