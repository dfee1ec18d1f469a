import type { PreviewPiece } from "../../shared/contract/channels/channels.ts";
import { channelKinds } from "../../shared/domain/channels.ts";
import type { ChannelType } from "../../shared/domain/channels.ts";
import type { ThreadKey } from "../conversations/deps.ts";
import type { Db } from "../database/store.ts";
import { findBound } from "./findBound.ts";
import type { ChannelKinds } from "./kinds/kinds.ts";
import { renderMessage } from "./render.ts";

interface Previewed {
  key: ThreadKey;
  userId: string;
  content: string;
  attachmentIds: string[];
}

/** Gives a reply in the pieces in which it would go out, by what sends them; null where replies go by no channel. */
export async function previewMessage(
  kinds: ChannelKinds,
  db: Db,
  { key, userId, content, attachmentIds }: Previewed,
): Promise<{ type: ChannelType; pieces: PreviewPiece[] } | null> {
  const { organizationId, agentId } = key;
  const bound = await findBound(db, key);
  if (!bound || channelKinds[bound.type].isLive) return null;
  const kind = kinds[bound.type];
  const found =
    attachmentIds.length === 0
      ? []
      : await db
          .selectFrom("attachments")
          .select(["id", "name", "contentType", "sizeBytes"])
          .where("organizationId", "=", organizationId)
          .where("agentId", "=", agentId)
          .where("authorId", "=", userId)
          .where("id", "in", attachmentIds)
          .execute();
  const files = attachmentIds.flatMap((id) => found.find((file) => file.id === id) ?? []);
  const message = {
    ...{ role: "support" as const, content, citations: "[]", followUps: "[]" },
    attachments: JSON.stringify(files),
  };
  const address = JSON.parse(bound.address) as Record<string, string>; // as the kind gave it
  const pieces = renderMessage(message, kind).map(({ text, attached = [], files: linked = [] }) => {
    const { subject = null, segments = null } = kind.describe?.({ text, address }) ?? {};
    const [own, links] = [attached, linked].map((all) => all.map(({ name }) => name));
    const isMarkdown = kind.takesMarkdown === true;
    return { subject, text, isMarkdown, files: own ?? [], links: links ?? [], segments };
  });
  return { type: bound.type, pieces };
}
