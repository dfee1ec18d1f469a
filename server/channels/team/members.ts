import type { Db } from "../../database/store.ts";
import { ChannelProblem } from "../ChannelProblem.ts";
import type { OpenChannel } from "../kind.ts";
import type { SlackApi } from "../kinds/slack/api.ts";
import { findActor } from "./find.ts";
import type { Actor } from "./find.ts";

interface SlackUser {
  id?: string;
  team_id?: string;
  deleted?: boolean;
  is_bot?: boolean;
  is_email_confirmed?: boolean;
  profile?: { email?: string };
}

interface Asking {
  db: Db;
  slack: SlackApi;
  channel: OpenChannel;
  organizationId: string;
  workspaceId: string;
  signal: AbortSignal;
}

/**
 * Finds the member whom a person in Slack is: by the address that Slack confirmed, in this workspace. Gives a sentence where
 * they are none, or may not answer visitors.
 */
export async function findSlackMember(
  asking: Asking,
  userId: string,
): Promise<{ member: Actor } | { refusal: string }> {
  const { db, slack, channel, organizationId, signal } = asking;
  const answer = await slack(channel, "users.info", { signal, fields: { user: userId } });
  const email = emailOf(answer["user"], asking);
  if (email === null) return { refusal: "Confirm your e-mail address in Slack first, then try again." };
  const user = await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  const member =
    user && (await findActor(db, { organizationId, userId: user.id, right: "conversations.reply" }));
  if (!member)
    return { refusal: `${email} can’t answer visitors here. Ask an admin to add you to the organization.` };
  return { member };
}

/** Finds the id that a member has in Slack; null where their address is not known there. */
export async function findSlackId(asking: Asking, { email }: Actor): Promise<string | null> {
  const { slack, channel, signal } = asking;
  try {
    const answer = await slack(channel, "users.lookupByEmail", { signal, fields: { email } });
    if (emailOf(answer["user"], asking) !== email.toLowerCase()) return null;
    return (answer["user"] as SlackUser).id ?? null;
  } catch (error) {
    if (error instanceof ChannelProblem && error.message.includes("users_not_found")) return null;
    throw error;
  }
}

/** The confirmed address of a person of this workspace; of nobody else, such as guests from a shared channel's other side. */
function emailOf(user: unknown, { workspaceId }: Asking): string | null {
  const { team_id, deleted, is_bot, is_email_confirmed, profile } = (user ?? {}) as SlackUser; // as Slack describes it
  const isTheirs = team_id === workspaceId && deleted !== true && is_bot !== true;
  const email = profile?.email?.trim().toLowerCase();
  return isTheirs && is_email_confirmed === true && email ? email : null;
}
