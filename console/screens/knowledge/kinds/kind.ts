import type { ReactNode } from "react";
import type { LucideIcon } from "lucide-react";
import type { RequestError } from "../../../../shared/client/requestError.ts";
import type { ConfigOf } from "../../../../shared/contract/knowledge/sourceConfigs.ts";
import type { SourceKind } from "../../../../shared/domain/sourceKinds.ts";
import type { ShownSource } from "../../../state/knowledge/dataSources.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import type { SourcePlace } from "../sourcePlace.ts";

/** A config as the state shows it. */
export type ShownConfig<Kind extends SourceKind> = Extract<ShownSource["config"], { kind: Kind }>;

/** What the fields of a kind are given. */
export interface FieldsProps<Draft> {
  place: AgentPlace;
  draft: Draft;
  /** The files that the source has already. */
  files: ShownSource["files"];
  error: RequestError | null;
  isEdit?: boolean | undefined;
  /** The dialog opens: a field that comes later leaves the focus to what was chosen. */
  autoFocus: boolean;
  onChange: (draft: Draft) => void;
  onUploading: (isUploading: boolean) => void;
}

/** What a source has where that is not its pages. */
export interface SourcePart<Kind extends SourceKind> {
  label: string;
  List: (props: PartProps<Kind>) => ReactNode;
  /** Its pages are not shown one by one. */
  hidesPages?: true;
}

interface PartProps<Kind extends SourceKind> {
  source: ShownSource;
  config: ShownConfig<Kind>;
  place: SourcePlace;
  mayChange: boolean;
}

/**
 * What the screens do with one kind of data source. `Draft` is what is typed before it becomes one: lists as lines,
 * numbers as text. What both sides know of a kind is in shared/domain/sourceKinds.ts.
 */
export interface KindScreen<Kind extends SourceKind, Draft> {
  icon: LucideIcon;
  /** The button that adds it. */
  addLabel: string;
  /** What an empty form starts from. */
  blank: () => Draft;
  /** What the form of an existing source starts from. */
  open: (config: ShownConfig<Kind>, name: string) => Draft;
  /** Gives what the server takes; it says itself what is wrong with it. */
  read: (draft: Draft) => { name: string; config: ConfigOf<Kind> };
  /** Keeps what came to the source while it was edited. */
  keep?: (draft: Draft, config: ShownConfig<Kind>) => Draft;
  Fields: (props: FieldsProps<Draft>) => ReactNode;
  /** The fields that show an error themselves. */
  errorFields: readonly string[];
  /** There is no field to begin with: the focus stays on the kinds. */
  hasNoFirstField?: true;
  /** Nothing is chosen that could be added. */
  isWithoutChoice?: (draft: Draft) => boolean;
  /** Nothing is there to preview; as `isWithoutChoice` where it is left out. */
  isEmpty?: (draft: Draft) => boolean;
  /** The preview comes later. */
  hidesPreview?: (draft: Draft) => boolean;
  /** What it reads, in a few words. */
  describe: (config: ShownConfig<Kind>, files: ShownSource["files"]) => string;
  part?: SourcePart<Kind>;
}
