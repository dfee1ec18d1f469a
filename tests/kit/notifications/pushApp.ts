import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { createNote } from "../../../shared/contract/conversations/messages/notes.ts";
import { addPushDevice, getPush } from "../../../shared/contract/notifications/push.ts";
import type { Member } from "../factories.ts";
import { startPushService } from "./pushService.ts";
import type { PushService, TestSubscription } from "./pushService.ts";
import type { StoreKind } from "../database/stores.ts";
import { newClientId, startTalkingServer } from "../conversations/threads/talks.ts";
import type { TalkingServer } from "../conversations/threads/talks.ts";

/** A server with a push service that its pushes arrive at. */
export interface PushApp {
  talk: TalkingServer;
  service: PushService;
  /** Gives an agent and a colleague of the owner's. Nobody of an earlier test has a device any more. */
  begin(): Promise<{ agent: Agent; ana: Member }>;
  /** A member's browser is to be told. */
  subscribe(member: Member): Promise<TestSubscription>;
  /** The owner names a member in a note. */
  name(member: Member, note: { agent: Agent; threadId: string; content: string }): Promise<void>;
}

export async function startPushApp(store: StoreKind): Promise<PushApp> {
  const talk = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
  const service = await startPushService();
  const { server, owner } = talk;
  return {
    ...{ talk, service },
    async begin() {
      await server.store.db.deleteFrom("pushDevices").execute();
      await server.store.db.deleteFrom("pushSettings").execute();
      service.arrived.length = 0;
      const agent = await server.createAgent(owner);
      return { agent, ana: await server.createMember(owner.organizationId, "collaborator") };
    },
    async subscribe(member) {
      const { publicKey } = (await server.as(member).call(getPush)).data;
      const subscription = service.subscribe(publicKey);
      await server.as(member).call(addPushDevice, { body: { data: subscription } });
      return subscription;
    },
    async name(member, { agent, threadId, content }) {
      const mentions = { userIds: [member.user._id], teamIds: [] };
      const params = { productId: agent.id, threadId };
      const body = { data: { clientId: newClientId(), content, mentions } };
      await server.as(owner).call(createNote, { params, body });
    },
  };
}
