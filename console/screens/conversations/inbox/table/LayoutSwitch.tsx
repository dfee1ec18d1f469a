import type { ReactNode } from "react";
import { Rows3, Table2 } from "lucide-react";
import { css } from "../../../../../shared/ui/style/css.ts";
import { Choices } from "../../../../parts/Choices.tsx";
import { keepLayout } from "../../../../state/conversations/inbox/inboxLayout.ts";
import type { InboxLayout } from "../../../../state/conversations/inbox/inboxLayout.ts";
import { navigate } from "../../../../state/shell/navigation.ts";
import { inboxPath } from "../../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../../state/shell/paths.ts";
import { useTableRoom } from "./useTableLayout.ts";

/** Whether the conversations stand as a list beside the open one, or as a table. */
export function LayoutSwitch({ place, isTable }: { place: AgentPlace; isTable: boolean }): ReactNode {
  if (!useTableRoom()) return null;
  const choose = (layout: InboxLayout) => {
    keepLayout(layout);
    navigate(linkToLayout(place, layout));
  };
  return (
    <div className={frame}>
      <Choices
        label="Layout"
        value={isTable ? "table" : "list"}
        options={[
          { value: "list", label: "List", hint: "As a list", icon: <Rows3 size={15} aria-hidden /> },
          { value: "table", label: "Table", hint: "As a table", icon: <Table2 size={15} aria-hidden /> },
        ]}
        onChange={choose}
      />
    </div>
  );
}

/** The address of the same conversations in that layout, with none open. */
function linkToLayout(place: AgentPlace, layout: InboxLayout): string {
  const query = new URLSearchParams(location.search);
  for (const name of ["layout", "why", "message"]) query.delete(name);
  if (layout === "table") query.set("layout", layout);
  const text = query.toString();
  return inboxPath(place) + (text && `?${text}`);
}

/** Beside the search of a narrow list there is no room for its words. */
const frame = css`
  flex: none;
  margin-inline-start: 6px;
  @container list (max-width: 640px) {
    & label {
      padding-inline: 7px;
      gap: 0;
      font-size: 0;
    }
  }
`;
