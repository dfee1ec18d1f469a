import type { ChannelDeps } from "../../deps.ts";
import { ChannelProblem } from "../../ChannelProblem.ts";

/** What is asked of the process that has a call: a call's id and what about it. */
export const askChannel = "phone:ask";
const saidChannel = "phone:said";
/** The process that has the call says in this time that it spoke. */
const saidWithinMs = 5000;

export type LiveAsk =
  | { what: "say"; callId: string; deliveryId: string }
  | { what: "machine"; callId: string };

export function readAsk(text: string | null): LiveAsk | null {
  const [what, callId, deliveryId] = (text ?? "").split(" ");
  if (what === "machine" && callId) return { what, callId };
  return what === "say" && callId && deliveryId ? { what, callId, deliveryId } : null;
}

export function writeAsk(ask: LiveAsk): string {
  return Object.values(ask).join(" ");
}

export function tellSaid({ bus }: Pick<ChannelDeps, "bus">, deliveryId: string): void {
  bus.publish(saidChannel, deliveryId);
}

/** Has a message spoken in its call, in whichever process that is. Throws a ChannelProblem where nobody hears it. */
export async function speakInCall(
  { store, bus, scheduler }: Pick<ChannelDeps, "store" | "bus" | "scheduler">,
  { callId, deliveryId }: { callId: string; deliveryId: string },
): Promise<void> {
  const call = await store.db.selectFrom("calls").select("state").where("id", "=", callId).executeTakeFirst();
  if (call?.state !== "running")
    throw new ChannelProblem("message", "The call is over. Call them, or reply by another channel.");
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const end = bus.subscribe(saidChannel, (text) => {
    if (text === deliveryId) resolve();
  });
  const endWait = scheduler.after({
    name: "waits for a call to speak",
    ms: saidWithinMs,
    work: () => reject(new ChannelProblem("unknown", "The call did not answer in time.")),
  });
  bus.publish(askChannel, writeAsk({ what: "say", callId, deliveryId }));
  try {
    await promise;
  } finally {
    end();
    endWait();
  }
}
