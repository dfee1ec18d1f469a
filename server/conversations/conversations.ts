import type { Capability } from "../agents/capability.ts";
import { alsoShared } from "../knowledge/shared/alsoShared.ts";
import { startSweeping } from "../storage/sweep.ts";
import { createScheduler } from "../timing/scheduler.ts";
import { createActionRoutes } from "./actions/actionCalls.ts";
import { createAppRoutes } from "./actions/appCalls.ts";
import { createLeadsExportRoute, leadsExportPage } from "./actions/leadsExport.ts";
import { decideOnAction } from "./actions/decide.ts";
import type { Decision } from "./actions/decide.ts";
import { expiringJob } from "./actions/expire.ts";
import { runningJob } from "./actions/runAction.ts";
import { createAssigner } from "./threads/assignment/assigner.ts";
import { createAssigneeRoutes } from "./threads/assignment/assigneeCalls.ts";
import { createAssistRoutes } from "./messages/assist/assistCalls.ts";
import { summingUpJob } from "./messages/assist/sumUpCalls.ts";
import { putBackOfLeaver } from "./threads/assignment/putBack.ts";
import { createStaleRoute } from "./answers/cited/staleCalls.ts";
import { createTouchedRoute } from "./answers/cited/touchedCalls.ts";
import { createAttachmentRoutes } from "./files/attachmentCalls.ts";
import { attachmentPage } from "./files/attachmentPage.ts";
import { removeUnsent } from "./files/attachmentSweep.ts";
import { closeAnswers } from "./answers/closeAnswers.ts";
import { rateMessage } from "./answers/feedback.ts";
import type { Rating } from "./answers/feedback.ts";
import { removeOldMerges } from "./contacts/mergeRows.ts";
import type { ConversationDeps } from "./deps.ts";
import { contactsExportPage, createContactsExportRoute } from "./contacts/contactsExport.ts";
import { removeOldChoices } from "./exports/chosen.ts";
import { createExportRoute, exportPage } from "./exports/exportCalls.ts";
import { createChangeRoutes } from "./threads/bulk/changeCalls.ts";
import { changingJob } from "./threads/bulk/changeMany.ts";
import { removeOldChanges } from "./threads/bulk/changes.ts";
import { createForVisitorRoutes } from "./visitors/forVisitorCalls.ts";
import { createForVisitorMessageRoutes } from "./visitors/forVisitorMessageCalls.ts";
import { createPresence } from "./visitors/presence.ts";
import { createFieldRoutes } from "./inbox/fieldCalls.ts";
import { createLabelRoutes } from "./inbox/labelCalls.ts";
import { createViewRoutes } from "./inbox/viewCalls.ts";
import { wakingJob } from "./inbox/wake.ts";
import { createCannedRoutes } from "./messages/canned/cannedCalls.ts";
import { createNoteRoutes } from "./messages/notes/noteCalls.ts";
import { createRecovery } from "./answers/recovery.ts";
import { forgettingJob } from "./threads/removal/forgetCopies.ts";
import { createRemovalRoutes } from "./threads/removal/removalCalls.ts";
import { removeOfAgent } from "./threads/removeOfAgent.ts";
import { settlingJob, startSettling } from "./threads/resolution/settleIdle.ts";
import { sendTeamReply } from "./messages/reply.ts";
import type { Reply } from "./messages/reply.ts";
import { createScheduledRoutes } from "./messages/scheduled/scheduledCalls.ts";
import { sendingJob } from "./messages/scheduled/send.ts";
import { recomputeDeadlinesLater, promisingJob } from "./threads/sla/updateDeadlines.ts";
import { sayingDueJob, startWatchingDue } from "./threads/sla/watchDeadlines.ts";
import type { MessageRow, ThreadRow } from "./tables.ts";
import type { DecidedChange } from "./threads/decidedChange.ts";
import { changeThread } from "./threads/handOver.ts";
import { createConverse } from "./threads/converse.ts";
import type { Converse } from "./threads/converse.ts";
import { createSpeakIn } from "./threads/speakIn.ts";
import type { SpeakIn } from "./threads/speakIn.ts";
import { createReceive } from "./threads/receive.ts";
import type { Receive } from "./threads/receive.ts";
import { createStartRoutes } from "./threads/startCalls.ts";
import { createAllThreadsRoutes } from "./inbox/allCalls.ts";
import { createTeamRoutes } from "./threads/teamCalls.ts";
import { createKeepRecording } from "./files/keepRecording.ts";
import type { KeepRecording } from "./files/keepRecording.ts";
import { createChannelMarks } from "./threads/channelMarks.ts";
import type { ChannelMarks } from "./threads/channelMarks.ts";
import { createCallMarks } from "./threads/callMarks.ts";
import type { CallMarks } from "./threads/callMarks.ts";
import { createThreadActs } from "./threads/threadActs.ts";
import type { ThreadActs } from "./threads/threadActs.ts";
import { createThreadRoutes } from "./threads/threadCalls.ts";
import { createVisitorRoutes } from "./visitors/visitorCalls.ts";
import { createWatchRoute } from "./threads/watch.ts";
import { createWriter } from "./answers/writer.ts";

/** Conversations of one process: its calls, and the answers that it writes. */
export interface Conversations extends Capability {
  /** Says something as a visitor, and waits for the whole answer. */
  converse: Converse;
  /** What calls by voice do in conversations. */
  speakIn: SpeakIn;
  /** What conversations say of their calls. */
  callMarks: CallMarks;
  keepRecording: KeepRecording;
  /** What conversations say of their channels. */
  channelMarks: ChannelMarks;
  /** Takes in what somebody wrote by a channel. */
  receive: Receive;
  /** Keeps what the visitor of a conversation thinks of an answer. */
  rate: (rating: Rating) => Promise<MessageRow>;
  /** Says something as a member of the team. */
  reply: (reply: Reply) => Promise<MessageRow>;
  /** What a member decides, for those who are not in the console: the same checks as there. */
  decisions: {
    onThread(change: DecidedChange): Promise<ThreadRow>;
    onAction(decision: Decision): Promise<MessageRow>;
  };
  /** What workflows do in conversations. */
  acts: ThreadActs;
  /** Looks for work for somebody of the organization who is online. */
  onActivity(organizationId: string): void;
  /** Has answers rewritten whose process died, now and from now on; `start` does so first. */
  recover(): Promise<void>;
  /** Lets answers come to their end, or to another process, before this one ends; it takes over none from others. */
  finish(withinMs: number): Promise<void>;
  /** Ends the writing; what is not finished is taken over by another process or the next start. */
  stop(): Promise<void>;
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
  const endings: (() => void | Promise<void>)[] = [];
  return {
    name: "conversations",
    routes: [
      ...createTeamRoutes(deps, writer),
      ...createAllThreadsRoutes(deps),
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
      createLeadsExportRoute(deps),
      ...createScheduledRoutes(deps),
      ...createVisitorRoutes(deps, writer),
      ...createThreadRoutes(deps, writer),
      ...createStartRoutes(deps, writer),
      ...createForVisitorRoutes(deps, writer),
      ...createForVisitorMessageRoutes(deps, writer),
      ...createActionRoutes(deps, writer),
      ...createAppRoutes(deps),
      ...createAttachmentRoutes(deps),
      createWatchRoute(deps, presence),
      ...alsoShared([createTouchedRoute(deps)]),
      createStaleRoute(deps),
    ],
    pages: [attachmentPage(deps), exportPage(deps), contactsExportPage(deps), leadsExportPage(deps)],
    jobs: [
      wakingJob(deps),
      sendingJob(deps),
      settlingJob(deps),
      promisingJob(deps),
      sayingDueJob(deps),
      changingJob(deps, writer),
      forgettingJob(deps),
      runningJob(deps, writer),
      expiringJob(deps, writer),
      summingUpJob(deps),
    ],
    part: {
      name: "conversations",
      // Other rules may be met from now on.
      kept: async (tx, version) => {
        deps.assignLater(tx, version.organizationId);
        await recomputeDeadlinesLater(deps, tx, version);
      },
      hidden: (key) => closeAnswers(deps, writer, key),
      remove: (tx, key) => removeOfAgent(deps, tx, key),
    },
    converse: createConverse(deps, writer),
    receive: createReceive(deps, writer),
    speakIn: createSpeakIn(deps, writer),
    callMarks: createCallMarks(deps),
    keepRecording: createKeepRecording(deps),
    rate: (rating) => rateMessage(deps, rating),
    channelMarks: createChannelMarks(deps),
    reply: (reply) => sendTeamReply(deps, writer, reply),
    decisions: {
      onThread: async (change) => (await changeThread(deps, writer, change)).thread,
      onAction: (decision) => decideOnAction(deps, writer, decision),
    },
    acts: createThreadActs(deps, writer),
    onActivity: (organizationId) => assigner.look(organizationId),
    memberLeft: (tx, member) => putBackOfLeaver(deps, tx, member),
    recover: recovery.recover,
    // Visitors wait for these answers, so whichever process lives takes them over.
    serve: recovery.recover,
    start: () => {
      endings.push(startSweeping({ ...deps, name: "removes old files and undos", sweep: () => sweep(deps) }));
      endings.push(assigner.start(), startSettling(deps), startWatchingDue(deps));
    },
    finish: async (withinMs) => {
      recovery.stop();
      await writer.finish(withinMs);
    },
    stop: async () => {
      await Promise.all(endings.splice(0).map(async (end) => end()));
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
