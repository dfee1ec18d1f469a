import { findOpening } from "../../../../shared/domain/openingHours.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import { findAnsweringAgent } from "../../../agents/find.ts";
import { retryOnDuplicate } from "../../../conversations/messages/retryOnDuplicate.ts";
import { readBody } from "../../../requests/body.ts";
import type { PageRoute } from "../../../requests/page.ts";
import type { ChannelDeps } from "../../deps.ts";
import type { OpenChannel } from "../../kind.ts";
import { findByHook, hookPath, openChannel } from "../../open.ts";
import type { ChannelRow, PhoneCallRow } from "../../tables.ts";
import { createFindProvider, isNumber } from "./call.ts";
import {
  answerDocument,
  connectDocument,
  dialDocument,
  goodbyeDocument,
  rejectDocument,
  voicemailDocument,
} from "./documents.ts";
import type { CallPlace } from "./documents.ts";
import { askChannel, writeAsk } from "./liveCalls.ts";
import { openPhoneCall } from "./openCall.ts";
import { readState } from "./provider.ts";
import { findPhoneCall, passOn } from "./rows.ts";
import { makePhoneTicket } from "./ticket.ts";
import { keepVoicemail, voicemailKind } from "./voicemail.ts";
import type { Voicemail } from "./voicemail.ts";
import { greetingOf, languageOf } from "./words.ts";

const mostBytes = 64 * 1024;
const callPath = hookPath.replace("{type}", "call");

/** A provider's request whose signature is right. */
interface Visit extends CallPlace {
  row: ChannelRow;
  channel: OpenChannel;
  /** Its form, field by field. */
  said: Readonly<Record<string, string>>;
  query: URLSearchParams;
}

/** The addresses that a telephone provider asks what a call goes through next, and tells how it goes. */
export function phonePages(deps: ChannelDeps): PageRoute[] {
  const findProvider = createFindProvider(deps);
  const steps: Readonly<Record<string, (visit: Visit) => Promise<string | null>>> = {
    status: (visit) => takeStatus(deps, visit),
    action: (visit) => goOn(deps, visit),
    dialed: (visit) => takeDialed(deps, visit),
    recorded: async (visit) => goodbyeDocument(visit, visit.spoken.words.thanks),
    recording: (visit) => takeRecording(deps, visit),
    transcript: (visit) => takeTranscript(deps, visit),
    machine: (visit) => takeMachine(deps, visit),
  };

  async function visit(request: Request, key: string, step: string): Promise<Visit | null> {
    const row = await findByHook(deps.store.db, "call", key);
    const channel = await openChannel(deps, row);
    const { headers } = request;
    const body = await readBody(request, { maxBytes: mostBytes });
    const { search, searchParams: query } = new URL(request.url);
    const base = channel.webhookUrl ?? "http://localhost";
    const url = new URL(base + step + search);
    if (!findProvider(channel).isSigned({ url, headers, body }, channel)) return null;
    const said = Object.fromEntries(new URLSearchParams(new TextDecoder().decode(body)));
    return { row, channel, said, query, base, spoken: languageOf(channel.settings) };
  }

  const refuse = () => new Response("The signature is wrong.", { status: 401 });
  const answer = (content: string | null) =>
    content === null ? new Response(null, { status: 204 }) : answerDocument(content);
  return [
    {
      path: callPath,
      method: "POST",
      async handler({ request, params: { key = "" } }) {
        const found = await visit(request, key, "");
        return found ? answer(await takeCall(deps, found)) : refuse();
      },
    },
    {
      path: `${callPath}/{step}`,
      method: "POST",
      async handler({ request, params: { key = "", step = "" } }) {
        if (!Object.hasOwn(steps, step)) throw new AppError("not_found");
        const found = await visit(request, key, `/${step}`);
        return found ? answer((await steps[step]?.(found)) ?? null) : refuse();
      },
    },
  ];
}

/** A call rings here, or somebody whom we called has answered: the same document however often it is asked for. */
async function takeCall(deps: ChannelDeps, visit: Visit): Promise<string> {
  const { row, channel, said, query, spoken } = visit;
  const { organizationId, agentId } = row;
  const key = { organizationId, agentId };
  const { CallSid: providerId = "" } = said;
  if (providerId === "") return rejectDocument;
  if (!(await deps.hasPlan(organizationId, agentId))) return goodbyeDocument(visit, spoken.words.unavailable);
  const call = await findCall(deps, visit, query.get("call"));
  if (!call) return goodbyeDocument(visit, null);
  const caller = await deps.speakIn.findCaller(
    { ...key, contactId: call.contactId },
    { id: call.id, surfaceType: "call" },
  );
  if (!caller) return rejectDocument;
  const agent = await findAnsweringAgent(deps.store.db, key, { preview: false });
  if (agent?.status !== "live") return voicemailDocument(visit, spoken.words.voicemail);
  const { settings } = channel;
  return connectDocument(visit, {
    ticket: makePhoneTicket(deps.seal, { organizationId, callId: call.id }),
    greeting: greetingOf(spoken, { call, settings, name: agent.configuration.name }),
    voice: settings["voice"]?.trim() ?? "",
  });
}

async function findCall(
  deps: ChannelDeps,
  { row: { organizationId, agentId }, said }: Visit,
  ours: string | null,
): Promise<PhoneCallRow | undefined> {
  const key = { organizationId, agentId };
  const { CallSid: providerId = "", From: from = "" } = said;
  if (ours !== null) {
    const call = await findPhoneCall(deps.store.db, key, { id: ours });
    // The provider may be quicker than its own answer to us.
    if (call) await passOn(deps, call, { providerId });
    return call;
  }
  return retryOnDuplicate(() =>
    deps.store.transaction(async (tx) => {
      const known = await findPhoneCall(tx, key, { providerId });
      if (known) return known;
      await tx
        .updateTable("channels")
        .set({ lastReceivedAt: deps.now() })
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", agentId)
        .where("type", "=", "call")
        .execute();
      const number = isNumber(from) ? from : null;
      return openPhoneCall(deps, tx, { key, number, direction: "inbound", state: "ringing", providerId });
    }),
  );
}

async function findKnown(deps: ChannelDeps, { row, said }: Visit): Promise<PhoneCallRow | undefined> {
  const { organizationId, agentId } = row;
  const { CallSid: providerId = "" } = said;
  return findPhoneCall(deps.store.db, { organizationId, agentId }, { providerId });
}

async function takeStatus(deps: ChannelDeps, visit: Visit): Promise<null> {
  const { said, query, row } = visit;
  const { organizationId, agentId } = row;
  const ours = query.get("call");
  const call = ours
    ? await findPhoneCall(deps.store.db, { organizationId, agentId }, { id: ours })
    : await findKnown(deps, visit);
  const { CallStatus: status = "", CallSid: providerId } = said;
  const state = readState(status);
  if (!call || state === null) return null;
  const problem = state === "failed" ? "The provider could not reach this number." : null;
  await passOn(deps, call, { state, problem, ...(providerId !== undefined && { providerId }) });
  return null;
}

/** The agent's part is over: the call goes to the team, to a message, or to its end. */
async function goOn(deps: ChannelDeps, visit: Visit): Promise<string> {
  const { said, spoken, channel } = visit;
  const call = await findKnown(deps, visit);
  if (!call) return goodbyeDocument(visit, null);
  const { goesTo } = readHandoff(said["HandoffData"]);
  const { transferTo = "", number = "" } = channel.settings;
  if (goesTo === "transfer" && transferTo !== "")
    return dialDocument(visit, { to: transferTo, from: number });
  if (goesTo === "voicemail") return voicemailDocument(visit, null);
  if (said["SessionStatus"] !== "failed") return end(deps, visit, call);
  // Our socket broke: nobody is left hanging.
  const { organizationId, agentId } = call;
  const agent = await findAnsweringAgent(deps.store.db, { organizationId, agentId }, { preview: false });
  const isOpen = findOpening(agent?.configuration.hours ?? null, deps.now()).isOpen;
  return transferTo !== "" && isOpen
    ? dialDocument(visit, { to: transferTo, from: number })
    : voicemailDocument(visit, `${spoken.words.problem} ${spoken.words.voicemail}`);
}

function readHandoff(json: string | undefined): { goesTo?: unknown } {
  try {
    return (JSON.parse(json ?? "{}") ?? {}) as { goesTo?: unknown }; // compared only
  } catch {
    return {};
  }
}

async function takeDialed(deps: ChannelDeps, visit: Visit): Promise<string> {
  const call = await findKnown(deps, visit);
  if (!call) return goodbyeDocument(visit, null);
  const { DialCallStatus: status = "" } = visit.said;
  if (status === "completed" || status === "answered") return end(deps, visit, call);
  return voicemailDocument(visit, visit.spoken.words.voicemail);
}

async function end(deps: ChannelDeps, visit: Visit, call: PhoneCallRow): Promise<string> {
  await passOn(deps, call, { state: "completed" });
  return goodbyeDocument(visit, null);
}

async function takeRecording(deps: ChannelDeps, visit: Visit): Promise<null> {
  const { row, said } = visit;
  const call = await findKnown(deps, visit);
  const { RecordingSid: recordingId = "", RecordingUrl: url = "", RecordingStatus: status } = said;
  if (!call || recordingId === "" || (status ?? "completed") !== "completed") return null;
  const { organizationId, agentId } = row;
  const payload: Voicemail = { agentId, callId: call.id, recordingId, url };
  await deps.store.transaction(async (tx) => {
    await deps.jobs.enqueue(tx, {
      organizationId,
      kind: voicemailKind,
      key: recordingId,
      payload: { ...payload },
    });
  });
  return null;
}

async function takeTranscript(deps: ChannelDeps, visit: Visit): Promise<null> {
  const call = await findKnown(deps, visit);
  const { TranscriptionText: text = "", RecordingSid: recordingId = "" } = visit.said;
  if (call && text.trim() !== "" && recordingId !== "")
    await keepVoicemail(deps, call, { id: `${recordingId}:text`, content: text.trim().slice(0, 8000) });
  return null;
}

/** An answering machine is told goodbye by the process that has the call; if none has it yet, the provider hangs up. */
async function takeMachine(deps: ChannelDeps, visit: Visit): Promise<null> {
  const call = await findKnown(deps, visit);
  const { AnsweredBy: who = "" } = visit.said;
  if (!call || !/^(machine|fax)/.test(who)) return null;
  await passOn(deps, call, { state: "machine" });
  deps.bus.publish(askChannel, writeAsk({ what: "machine", callId: call.id }));
  return null;
}
