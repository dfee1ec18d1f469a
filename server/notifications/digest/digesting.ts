import { getDigest, updateDigest } from "../../../shared/contract/notifications/digest.ts";
import type { Tx } from "../../database/store.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import type { NamedJobKind } from "../../jobs/kinds.ts";
import type { PageRoute } from "../../requests/page.ts";
import type { MemberKey } from "../settings.ts";
import type { DigestDeps } from "./deps.ts";
import { digestJob, queueDueDigests } from "./queueDigests.ts";
import { sendDigest } from "./sendDigest.ts";
import { forgetDigest, readDigest, writeDigest } from "./settings.ts";
import { stopPage } from "./stopPage.ts";

const lookEveryMs = 5000;

/** Letters about what waits, of one process: their calls, the page that ends them, and the sending. */
export interface Digesting {
  routes: Route[];
  pages: PageRoute[];
  /** Sends one letter. */
  job: NamedJobKind;
  /** Ends somebody's letters in the transaction that ends their membership. */
  memberLeft(tx: Tx, member: MemberKey): Promise<void>;
  /** Begins to look for what is due; gives the function that ends it, and waits for what is under way. */
  start(): () => Promise<void>;
}

/** Makes the letters about what waits. */
export function createDigesting(deps: DigestDeps): Digesting {
  const { store, now } = deps;
  return {
    routes: [
      handle(getDigest, async ({ caller }) => ({ data: await readDigest(store.db, caller, now()) })),

      handle(updateDigest, async ({ caller, body, request }) => {
        const { organizationId, userId } = caller;
        const { every } = body.data;
        const at = now();
        // Its letters are nothing but links.
        if (every !== "never") await request.findOrigin();
        const asked = { organizationId, userId, every, now: at };
        await store.transaction((tx) => writeDigest(tx, asked));
        return { data: await readDigest(store.db, caller, at) };
      }),
    ],
    pages: [stopPage(deps)],
    job: { kind: digestJob, handler: (job) => sendDigest(deps, job) },
    memberLeft: forgetDigest,
    start: () => startLooking(deps),
  };
}

/** Without a mail server nothing is due: what was missed is not made up for once there is one, but in one letter. */
function startLooking(deps: DigestDeps): () => Promise<void> {
  if (!deps.mail.isConfigured) return async () => {};
  const stopping = new AbortController();
  // The database can't be reached, for example: the next look tries again.
  const work = () => queueDueDigests({ ...deps, signal: stopping.signal });
  const first = work().catch(deps.report);
  const end = deps.scheduler.every({ name: "looks for due digests", everyMs: lookEveryMs, work });
  return async () => {
    stopping.abort();
    await Promise.all([first, end()]);
  };
}
