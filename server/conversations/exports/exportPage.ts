import type { ExportFormat } from "../../../shared/contract/conversations/exports/threadExports.ts";
import { may } from "../../../shared/domain/access.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { findMember } from "../../accounts/members.ts";
import { findAgent } from "../../agents/find.ts";
import type { PageRoute } from "../../requests/page.ts";
import type { ConversationDeps } from "../deps.ts";
import type { AskedExport, ExportAddress } from "./exportAddress.ts";

export type ExportDeps = Pick<ConversationDeps, "store" | "attachmentKey" | "now">;

interface Exporting<Wanted> {
  address: ExportAddress<Wanted>;
  /** What the file is called, before the day. */
  name: (wanted: Wanted) => string;
  /** Gives its text piece by piece, as far as it is read. */
  write: (asked: AskedExport<Wanted>) => Promise<AsyncGenerator<string>>;
}

/** The address of an export itself: a browser saves what is read from it. */
export function createExportPage<Wanted extends { format: ExportFormat }>(
  { store, attachmentKey, now }: ExportDeps,
  { address, name, write }: Exporting<Wanted>,
): PageRoute {
  return {
    path: `${address.path}/{agentId}`,
    async handler({ request, params: { agentId = "" } }) {
      const search = new URL(request.url).searchParams;
      const asked = address.read(attachmentKey, { agentId, search, now: now() });
      const member = asked && (await findMember(store.db, asked));
      if (!member || member.lacksSecondFactor || !may(member.roles, "conversations.export")) {
        throw new AppError("signature_refused", { message: "This address has expired." });
      }
      await findAgent(store.db, asked);
      const { format } = asked.export;
      const file = `${name(asked.export)}-${new Date(now()).toISOString().slice(0, 10)}.${format}`;
      const text = await write(asked);
      return new Response(request.method === "HEAD" ? null : stream(text), {
        headers: {
          "Content-Type": format === "csv" ? "text/csv; charset=utf-8" : "application/json",
          "Content-Disposition": `attachment; filename="${file}"`,
          "Cache-Control": "private, no-store",
        },
      });
    },
  };
}

/** Pieces are short; this much is sent at once. */
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
