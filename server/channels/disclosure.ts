import { pickLanguage } from "../../shared/domain/chatLanguages.ts";
import { findAnsweringAgent } from "../agents/find.ts";
import type { AgentKey } from "../agents/parts.ts";
import type { Tx } from "../database/store.ts";
import { languages } from "../languages/languages.ts";

/**
 * Gives what tells a person that a machine answers, as Meta's platforms demand: at the start of a conversation, and when the
 * agent goes on after a member; null where they know.
 */
export async function findDisclosure(
  tx: Tx,
  { threadId, ...key }: AgentKey & { threadId: string },
): Promise<string | null> {
  const last = await tx
    .selectFrom("channelDeliveries as delivery")
    .innerJoin("messages", (join) =>
      join
        .onRef("messages.organizationId", "=", "delivery.organizationId")
        .onRef("messages.id", "=", "delivery.messageId"),
    )
    .select("messages.role")
    .where("delivery.organizationId", "=", key.organizationId)
    .where("delivery.threadId", "=", threadId)
    .orderBy("delivery.id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last?.role === "assistant") return null;
  const agent = await findAnsweringAgent(tx, key, { preview: false });
  const language = pickLanguage([agent?.configuration.language ?? ""]) ?? "en";
  return languages[language].channels.disclosure;
}
