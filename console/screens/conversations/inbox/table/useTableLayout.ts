import { useEffect } from "react";
import { useMedia } from "../../../../parts/useMedia.ts";
import { useQuery } from "../../../../parts/useQuery.ts";
import { readKeptLayout } from "../../../../state/conversations/inbox/inboxLayout.ts";

/** Whether the window has room for a table: on a phone the list stays. */
export function useTableRoom(): boolean {
  return useMedia("(min-width: 641px)");
}

/** Whether the conversations stand as a table, as the address says; where it says nothing, as was chosen last. */
export function useTableLayout(): boolean {
  const { read, set } = useQuery();
  const hasRoom = useTableRoom();
  useEffect(() => {
    // Once: from then on only the address says it, so that Back and sharing keep it.
    const isSaid = new URLSearchParams(location.search).has("layout");
    if (!isSaid && readKeptLayout() === "table") set({ layout: "table" }, { replace: true });
  }, [set]);
  return hasRoom && read("layout") === "table";
}
