import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { ExportFormat } from "../../../../shared/contract/conversations/exports/threadExports.ts";
import { describeCount } from "../../../parts/describeNumber.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { askForExport } from "../../../state/conversations/exports/threadExports.ts";
import { foundThreads, nameSearch } from "../../../state/conversations/inbox/threadSearch.ts";
import { nameList } from "../../../state/conversations/threads/threads.ts";
import type { ThreadView } from "../../../state/conversations/threads/threads.ts";
import { ExportAsFile } from "./ExportAsFile.tsx";
import { useListed } from "../inbox/useListed.ts";

interface ExportThreadsProps {
  place: AgentPlace;
  view: ThreadView;
  /** Only those that are chosen. */
  threadIds?: readonly string[] | undefined;
  onClose: () => void;
}

/** Saves the conversations that are listed as a file, those that were not read too, or those that are chosen. */
export function ExportThreads({ place, view, threadIds, onClose }: ExportThreadsProps): ReactNode {
  const [hasMessages, setMessages] = useState(true);
  const [hasPrivate, setPrivate] = useState(false);
  const words = useQuery().read("q").trim();
  const search = threadIds ? "" : words;
  const isCut = useSnapshot(foundThreads).data?.isCut ?? false;
  const list = useListed();
  const shown = search ? nameSearch({ ...place, view, search }) : nameList({ ...place, view });
  const total = list?.of === shown ? list.total : null;
  const ask = (format: ExportFormat) => {
    const { sort: _, ...filter } = view;
    const messages = format === "json" && hasMessages;
    const of = threadIds ? { filter: {}, threadIds: [...threadIds] } : { filter, ...(search && { search }) };
    return askForExport(place, { format, ...of, messages, privateMessages: messages && hasPrivate });
  };
  return (
    <ExportAsFile
      title="Export conversations"
      onExport={ask}
      onClose={onClose}
      about={
        <>
          <p>
            {threadIds
              ? `${describeCount(threadIds.length, "conversation")} that you selected`
              : `${total === null ? "All conversations" : describeCount(total, "conversation")} of this queue, with the current filters`}
            {search && (
              <>
                , in which <q dir="auto">{search}</q> was found
              </>
            )}
            , each with state, labels, outcome and visitor data.
          </p>
          {search && isCut && (
            <p>
              Searches only the newest matching messages. Use another word or a filter to find older ones.
            </p>
          )}
        </>
      }
      choices={(format) =>
        format === "json" && (
          <>
            <label>
              <input
                type="checkbox"
                checked={hasMessages}
                onChange={(event) => setMessages(event.currentTarget.checked)}
              />
              With messages
            </label>
            {hasMessages && (
              <label>
                <input
                  type="checkbox"
                  checked={hasPrivate}
                  onChange={(event) => setPrivate(event.currentTarget.checked)}
                />
                Include private notes
              </label>
            )}
          </>
        )
      }
    />
  );
}
