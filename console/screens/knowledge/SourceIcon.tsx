import type { ReactNode } from "react";
import type { SourceKind } from "../../../shared/domain/sourceKinds.ts";
import { IconTile } from "../../parts/IconTile.tsx";
import { screenOf } from "./kinds/kinds.ts";

/** A kind of source as a tile; decoration, the word is beside it. */
export function SourceIcon({ kind }: { kind: SourceKind }): ReactNode {
  return <IconTile icon={screenOf(kind).icon} />;
}
