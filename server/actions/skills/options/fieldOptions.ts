import { createHash } from "node:crypto";
import type { FormField, OptionsSource } from "../../../../shared/domain/forms.ts";
import type { AgentKey } from "../../../agents/parts.ts";
import type { Store } from "../../../database/store.ts";
import type { Egress } from "../../../egress/egress.ts";
import { readOptions } from "./readOptions.ts";

interface OptionsDeps {
  store: Store;
  egress: Egress;
  now: () => number;
  report: (error: unknown) => void;
}

/** Fills in the options that fields read from addresses. */
export interface FieldOptions {
  /** Gives things with fields as they are asked: with the options that were kept, or read now. */
  fill<Having extends { inputs: readonly FormField[] }>(agent: AgentKey, list: Having[]): Promise<Having[]>;
}

/** An address that failed is asked again after this. */
const retryAfterMs = 60_000;
/** How long an answer waits for options that were never read; later readings come in the background. */
const waitAtMostMs = 5000;

/** Makes the reader of options. Those that were kept too long are used once more while they are read again. */
export function createFieldOptions({ store, egress, now, report }: OptionsDeps): FieldOptions {
  const reading = new Map<string, Promise<string[] | null>>();

  async function findKept({ organizationId, agentId }: AgentKey, key: string) {
    const row = await store.reader
      .selectFrom("fieldOptions")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .where("key", "=", key)
      .executeTakeFirst();
    if (!row) return null;
    return { ...row, options: JSON.parse(row.options) as string[] }; // written by `readNow`
  }

  /** Reads an address and keeps what it gave; null where it gave nothing. */
  async function readNow(agent: AgentKey, key: string, source: OptionsSource): Promise<string[] | null> {
    const read = await readOptions(egress, source, AbortSignal.timeout(waitAtMostMs));
    const { organizationId, agentId } = agent;
    const triedAt = now();
    const options = "options" in read ? read.options : null;
    const kept = options ? { options: JSON.stringify(options), readAt: triedAt } : {};
    await store.db
      .insertInto("fieldOptions")
      .values({ organizationId, agentId, key, options: "[]", readAt: null, ...kept, triedAt })
      .onConflict((conflict) =>
        conflict.columns(["organizationId", "agentId", "key"]).doUpdateSet({ ...kept, triedAt }),
      )
      .execute();
    return options;
  }

  function readOnce(agent: AgentKey, key: string, source: OptionsSource): Promise<string[] | null> {
    const id = `${agent.organizationId}:${agent.agentId}:${key}`;
    const running = reading.get(id) ?? readNow(agent, key, source).finally(() => reading.delete(id));
    reading.set(id, running);
    return running;
  }

  async function find(agent: AgentKey, source: OptionsSource): Promise<string[] | null> {
    const key = keyOf(source);
    const kept = await findKept(agent, key);
    const at = now();
    const isFresh = kept?.readAt != null && kept.readAt + source.minutes * 60_000 > at;
    if (kept && (isFresh || kept.triedAt + retryAfterMs > at)) return kept.options;
    const read = readOnce(agent, key, source);
    if (!kept?.readAt) return read;
    read.catch(report);
    return kept.options;
  }

  async function fillField<Field extends FormField>(agent: AgentKey, field: Field): Promise<Field> {
    if (!field.apiCache || (field.type !== "choice" && field.type !== "several")) return field;
    const found = await find(agent, field.apiCache);
    const options = found && found.length > 0 ? found : field.options;
    // Without any options it can be answered all the same, in words.
    return options.length > 0 ? { ...field, options } : { ...field, type: "text", options: [] };
  }

  return {
    fill: (agent, list) =>
      Promise.all(
        list.map(async (one) =>
          one.inputs.some(({ apiCache }) => apiCache)
            ? { ...one, inputs: await Promise.all(one.inputs.map((field) => fillField(agent, field))) }
            : one,
        ),
      ),
  };
}

/** The same for every field that reads the same from the same address. */
function keyOf({ url, pick }: OptionsSource): string {
  return createHash("sha256")
    .update(JSON.stringify([url, pick]))
    .digest("base64url");
}
