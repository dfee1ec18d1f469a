import type { AgentPart } from "../agents/parts.ts";
import type { Tx } from "../database/store.ts";
import type { Route } from "../door/handle.ts";
import type { PageRoute } from "../door/page.ts";
import { alsoShared } from "../knowledge/shared/alsoShared.ts";
import { startSweeping } from "../storage/sweep.ts";
import { createScheduler } from "../timing/scheduler.ts";
import { createAssigner } from "./assignment/assigner.ts";
import { createAssigneeRoutes } from "./assignment/assigneeCalls.ts";
import { createAssistRoutes } from "./assist/assistCalls.ts";
import { putBackOfLeaver } from "./assignment/putBack.ts";
import { createStaleRoute } from "./cited/staleCalls.ts";
import { createTouchedRoute } from "./cited/touchedCalls.ts";
import { createAttachmentRoutes } from "./attachmentCalls.ts";
import { attachmentPage } from "./attachmentPage.ts";
import { removeUnsent } from "./attachmentSweep.ts";
import { closeAnswers } from "./closeAnswers.ts";
import { removeOldMerges } from "./contacts/mergeRows.ts";
import type { ConversationDeps } from "./deps.ts";
import { contactsExportPage, createContactsExportRoute } from "./contacts/contactsExport.ts";
import { removeOldChoices } from "./export/chosen.ts";
import { createExportRoute, exportPage } from "./export/exportCalls.ts";
import { createChangeRoutes } from "./many/changeCalls.ts";
import { registerChanging } from "./many/changeMany.ts";
import { removeOldChanges } from "./many/changes.ts";
import { createForVisitorRoutes } from "./forVisitorCalls.ts";
import { createForVisitorMessageRoutes } from "./forVisitorMessageCalls.ts";
import { createPresence } from "./presence.ts";
import { createFieldRoutes } from "./inbox/fieldCalls.ts";
import { createLabelRoutes } from "./inbox/labelCalls.ts";
import { createViewRoutes } from "./inbox/viewCalls.ts";
import { registerWaking } from "./inbox/wake.ts";
import { createCannedRoutes } from "./canned/cannedCalls.ts";
import { createNoteRoutes } from "./notes/noteCalls.ts";
import { createRecovery } from "./recovery.ts";
import { registerForgetting } from "./removal/forgetCopies.ts";
import { createRemovalRoutes } from "./removal/removalCalls.ts";
import { removeOfAgent } from "./removeOfAgent.ts";
import { registerSettling, startSettling } from "./resolution/settleIdle.ts";
import { createScheduledRoutes } from "./scheduled/scheduledCalls.ts";
import { registerSending } from "./scheduled/send.ts";
import { promiseLater, registerPromising } from "./sla/promiseAnew.ts";
import { registerSayingDue, startWatchingDue } from "./sla/watchDue.ts";
import { createStartRoutes } from "./startCalls.ts";
import { createTeamRoutes } from "./teamCalls.ts";
import { createThreadRoutes } from "./threadCalls.ts";
import { createVisitorRoutes } from "./visitorCalls.ts";
import { createWatchRoute } from "./watch.ts";
import { createWriter } from "./writer.ts";

/** Conversations of one process: its calls, and the answers that it writes. */
export interface Conversations {
  routes: Route[];
  /** Where visitors' files are seen, and conversations saved. */
  pages: PageRoute[];
  /** What conversations have to do with an agent's life: its answers end when it is deleted, and they go with it for good. */
  part: AgentPart;
  /** Looks for work for somebody of the organisation who is online. */
  heardOf(organizationId: string): void;
  /** Puts back what somebody has in hand, in the transaction that ends their membership. */
  memberLeft(tx: Tx, member: { organizationId: string; userId: string }): Promise<void>;
  /** Has answers written anew whose process died, now and from now on; called once the database is ready. */
  recover(): Promise<void>;
  /** Begins to delete files that were never sent along, and what is too late to be undone; gives what ends it. */
  startSweeping(): () => Promise<void>;
  /** Begins to say how conversations that lie still came out; gives the function that ends it. */
  startSettling: () => () => Promise<void>;
  /** Begins to say which replies are due soon, or overdue; gives the function that ends it. */
  startWatchingDue: () => () => void;
  /** Begins to give waiting conversations to people; gives the function that ends it. */
  startAssigning(): () => Promise<void>;
  /** Lets answers come to their end, or to another process, before this one ends; it takes over no more of others. */
  finish(withinMs: number): Promise<void>;
  /** Ends the writing; what is not finished is taken over by another process or the next start. */
  close(): Promise<void>;
}

export type ConversationOptions = Omit<ConversationDeps, "now" | "report" | "scheduler" | "assignLater"> &
  Partial<Pick<ConversationDeps, "now" | "report" | "scheduler">>;

/** Makes the conversations of this process. */
export function createConversations(options: ConversationOptions): Conversations {
  const { now = Date.now, report = console.error } = options;
  const deps: ConversationDeps = {
    ...{ scheduler: createScheduler({ now, report }), ...options, now, report },
    assignLater: (tx, organizationId) => assigner.later(tx, organizationId),
  };
  const assigner = createAssigner(deps);
  const writer = createWriter(deps);
  const presence = createPresence(deps);
  const recovery = createRecovery(deps, writer);
  registerWaking(deps);
  registerSending(deps);
  registerSettling(deps);
  registerPromising(deps);
  registerSayingDue(deps);
  registerChanging(deps, writer);
  registerForgetting(deps);
  return {
    routes: [
      ...createTeamRoutes(deps, writer),
      ...createLabelRoutes(deps),
      ...createFieldRoutes(deps),
      ...createAssigneeRoutes(deps),
      ...createNoteRoutes(deps, writer),
      ...createAssistRoutes(deps),
      ...createCannedRoutes(deps),
      ...createViewRoutes(deps),
      ...createChangeRoutes(deps),
      ...createRemovalRoutes(deps, writer),
      createExportRoute(deps),
      createContactsExportRoute(deps),
      ...createScheduledRoutes(deps),
      ...createVisitorRoutes(deps, writer),
      ...createThreadRoutes(deps, writer),
      ...createStartRoutes(deps, writer),
      ...createForVisitorRoutes(deps, writer),
      ...createForVisitorMessageRoutes(deps, writer),
      ...createAttachmentRoutes(deps),
      createWatchRoute(deps, presence),
      ...alsoShared([createTouchedRoute(deps)]),
      createStaleRoute(deps),
    ],
    pages: [attachmentPage(deps), exportPage(deps), contactsExportPage(deps)],
    part: {
      name: "conversations",
      // Other rules may be met from now on.
      kept: async (tx, version) => {
        deps.assignLater(tx, version.organizationId);
        await promiseLater(deps, tx, version);
      },
      hidden: (key) => closeAnswers(deps, writer, key),
      remove: (tx, key) => removeOfAgent(deps, tx, key),
    },
    heardOf: (organizationId) => assigner.look(organizationId),
    memberLeft: (tx, member) => putBackOfLeaver(deps, tx, member),
    recover: recovery.recover,
    startSweeping: () =>
      startSweeping({ ...deps, name: "removes old files and undos", sweep: () => sweep(deps) }),
    startAssigning: () => assigner.start(),
    startSettling: () => startSettling(deps),
    startWatchingDue: () => startWatchingDue(deps),
    finish: async (withinMs) => {
      recovery.stop();
      await writer.finish(withinMs);
    },
    close: async () => {
      await assigner.close();
      recovery.stop();
      presence.close();
      await writer.close();
    },
  };
}

async function sweep(deps: ConversationDeps): Promise<void> {
  await removeUnsent(deps);
  await removeOldMerges(deps.store.db, deps.now());
  await removeOldChanges(deps.store.db, deps.now());
  await removeOldChoices(deps.store.db, deps.now());
}
