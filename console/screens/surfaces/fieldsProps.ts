import type { WidgetSettings } from "../../../shared/contract/surfaces/surfaces.ts";

/** What each group of fields is given. */
export interface FieldsProps {
  typed: WidgetSettings;
  onChange: (part: Partial<WidgetSettings>) => void;
  /** What the server says is wrong with a setting. */
  errorOf: (name: string) => string | undefined;
}
