import type { ReactNode } from "react";
import {
  CalendarCheck,
  CalendarDays,
  Clock,
  CreditCard,
  GitBranch,
  Hash,
  LayoutGrid,
  LifeBuoy,
  NotebookText,
  Plug,
  ShoppingBag,
  Table,
  Users,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { IconTile } from "../../../parts/IconTile.tsx";

const icons: Record<string, LucideIcon> = {
  hash: Hash,
  calendar: CalendarDays,
  table: Table,
  users: Users,
  notebook: NotebookText,
  bag: ShoppingBag,
  lifebuoy: LifeBuoy,
  branch: GitBranch,
  clock: Clock,
  "calendar-check": CalendarCheck,
  card: CreditCard,
  grid: LayoutGrid,
};

/** A service as a tile; decoration, its name is beside it. */
export function ServiceIcon({ icon }: { icon: string | undefined }): ReactNode {
  return <IconTile icon={icons[icon ?? ""] ?? Plug} />;
}
