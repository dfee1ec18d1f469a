import { Database, File, FileText, Folder, HardDrive } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { Pickable } from "../../../../shared/contract/knowledge/connections.ts";

/** The icon of what can be chosen. */
export const pickIcons: Record<Pickable["type"], LucideIcon> = {
  place: HardDrive,
  folder: Folder,
  file: File,
  page: FileText,
  database: Database,
  dataSource: Database,
};
