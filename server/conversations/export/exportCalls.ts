import { exportThreads } from "../../../shared/contract/threadExports.ts";
import type { ThreadExport } from "../../../shared/contract/threadExports.ts";
import { may } from "../../../shared/domain/access.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { findMember } from "../../accounts/members.ts";
import { findAgent } from "../../agents/find.ts";
import { handle } from "../../door/handle.ts";
import type { Route } from "../../door/handle.ts";
import type { PageRoute } from "../../door/page.ts";
import type { ConversationDeps } from "../deps.ts";
import { findThread } from "../find.ts";
import { findThreadIds } from "../search/searchThreads.ts";
import { keepChosen, readChosen } from "./chosen.ts";
import { exportPath, makeExportAddress, readExportAddress } from "./exportAddress.ts";
import { writeExport } from "./writeExport.ts";

type Deps = Pick<ConversationDeps, "store" | "attachmentKey" | "now">;

/** The call that gives the address of an export. */
export function createExportRoute({ store, attachmentKey, now }: Deps): Route {
  return handle(exportThreads, async ({ caller, params, body }) => {
    const { organizationId, userId } = caller;
    const { id: agentId } = await findAgent(store.db, { organizationId, agentId: params.productId });
    const { threadIds, ...what } = body.data;
    const { threadId, filter } = what;
    if (threadId !== undefined) {
      const { preview } = await findThread(store.db, { organizationId, agentId, threadId });
      // The inbox has no previews: its file would be empty.
      if (preview) throw new AppError("not_found");
    }
    const asked = { organizationId, agentId, userId };
    const chosenId = threadIds && (await keepChosen(store, { ...asked, filter, threadIds }, now()));
    return { data: makeExportAddress(attachmentKey, { ...asked, chosenId, export: what }, now()) };
  });
}

/** The address itself: a browser saves what is read from it. */
export function exportPage({ store, attachmentKey, now }: Deps): PageRoute {
  return {
    path: `${exportPath}/{agentId}`,
    async handler({ request, params: { agentId = "" } }) {
      const search = new URL(request.url).searchParams;
      const asked = readExportAddress(attachmentKey, { agentId, search, now: now() });
      const member = asked && (await findMember(store.db, asked));
      if (!member || !may(member.roles, "conversations.export")) {
        throw new AppError("signature_refused", { message: "This address is no longer good." });
      }
      const { organizationId, userId, chosenId, export: what } = asked;
      await findAgent(store.db, { organizationId, agentId });
      const { filter, threadId, search: words } = what;
      const wanted = { organizationId, agentId, userId, filter, threadId };
      const threadIds = chosenId
        ? await readChosen(store.db, { organizationId, agentId, id: chosenId })
        : words && (await findThreadIds(store, { ...wanted, search: words }));
      const text = writeExport(store.reader, { ...wanted, ...(threadIds && { threadIds }) }, what);
      return new Response(request.method === "HEAD" ? null : stream(text), {
        headers: {
          "Content-Type": what.format === "csv" ? "text/csv; charset=utf-8" : "application/json",
          "Content-Disposition": `attachment; filename="${nameFile(what, now())}"`,
          "Cache-Control": "private, no-store",
        },
      });
    },
  };
}

function nameFile({ format, threadId }: Pick<ThreadExport, "format" | "threadId">, now: number): string {
  const what = threadId === undefined ? "conversations" : "conversation";
  return `${what}-${new Date(now).toISOString().slice(0, 10)}.${format}`;
}

/** Pieces are short; so much is sent at once. */
const sentAtOnce = 32_000;

/** Reads on only as fast as the text is taken. */
function stream(text: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      let gathered = "";
      while (gathered.length < sentAtOnce) {
        const { done, value } = await text.next();
        if (done) {
          controller.enqueue(encoder.encode(gathered));
          controller.close();
          return;
        }
        gathered += value;
      }
      controller.enqueue(encoder.encode(gathered));
    },
    cancel: async () => void (await text.return(undefined)),
  });
}
