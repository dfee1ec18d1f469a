import { vi } from "vitest";
import type { Chat } from "../../../widget/session/chat.ts";

const names = [
  "send",
  "retrySend",
  "stop",
  "retryAnswer",
  "loadOlder",
  "setAtEnd",
  "startNew",
  "close",
  "leave",
  "tellSize",
  "openSource",
  "chooseSuggestion",
  "write",
  "attach",
  "removeDraft",
  "retryDraft",
  "beginEdit",
  "cancelEdit",
  "act",
  "rate",
  "rateThread",
  "askForPerson",
  "leavePerson",
  "leaveMessage",
  "end",
  "showHistory",
  "loadHistory",
  "showChat",
  "openConversation",
  "downloadTranscript",
  "setSound",
  "agree",
] as const satisfies (keyof Chat)[];

/** All that a visitor can do, as fakes that remember what they were asked: for tests of the screens alone. */
export type FakeActions = { [Name in keyof Chat]: ReturnType<typeof vi.fn<Chat[Name]>> };

export function makeActions(): FakeActions {
  const actions = Object.fromEntries(names.map((name) => [name, vi.fn(async () => {})]));
  return actions as unknown as FakeActions; // each name of Chat has its fake, see `names`
}
