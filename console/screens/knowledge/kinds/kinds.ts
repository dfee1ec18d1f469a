import type { SourceKind } from "../../../../shared/domain/sourceKinds.ts";
import { documents } from "./documents/documents.tsx";
import { feed } from "./feed/feed.tsx";
import { files } from "./files/files.tsx";
import { googleDrive } from "./googleDrive/googleDrive.ts";
import type { KindScreen } from "./kind.ts";
import { notion } from "./notion/notion.ts";
import { qa } from "./qa/qa.tsx";
import { sample } from "./sample/sample.tsx";
import { text } from "./text/text.tsx";
import { website } from "./website/website.ts";

/** Every kind of data source, one folder each. */
const kinds = {
  ...{ website, feed, files, text, qa, googleDrive, notion, documents, sample },
} satisfies Record<SourceKind, unknown>;

type Drafts = { [Kind in SourceKind]: ReturnType<(typeof kinds)[Kind]["blank"]> };
export type DraftOf<Kind extends SourceKind> = Drafts[Kind];
/** What is typed about a source before it becomes one. */
export type Draft = DraftOf<SourceKind>;

/** What the screens do with a kind. */
export function screenOf<Kind extends SourceKind>(kind: Kind): KindScreen<Kind, DraftOf<Kind>> {
  const screens: { [K in SourceKind]: KindScreen<K, DraftOf<K>> } = kinds;
  return screens[kind];
}
