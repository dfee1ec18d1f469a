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
import { css } from "../../../../shared/ui/style/css.ts";

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
  const Picture = icons[icon ?? ""] ?? Plug;
  return (
    <span className={tile} aria-hidden="true">
      <Picture size={18} strokeWidth={1.8} />
    </span>
  );
}

const tile = css`
  display: grid;
  place-items: center;
  flex: none;
  width: 36px;
  height: 36px;
  border-radius: 9px;
  background: var(--ph-accent-soft);
  color: var(--ph-accent-text);
`;
