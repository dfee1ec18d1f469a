import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { makeMessage } from "../../../../tests/kit/samples.ts";
import { closeConversation, conversation } from "../../../state/conversations/threads/conversation.ts";
import { CallRecording } from "./CallRecording.tsx";

afterEach(() => {
  closeConversation();
  delete document.documentElement.dataset["basePath"];
});

it("a turn plays the recording from its time, in the right file", () => {
  const from = 1_000_000;
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  const file = (id: string) => ({
    ...{ id, name: `Call ${id}.wav`, contentType: "audio/wav", sizeBytes: 100, url: `/files/${id}` },
  });
  const said = { threadId: "t1", kind: "text" as const };
  conversation.messages = [
    makeMessage({ ...said, id: "m0", position: 0, role: "user", content: "Before", createdAt: from - 1 }),
    makeMessage({ ...said, id: "m1", position: 1, role: "user", content: "Hello", createdAt: from + 5000 }),
    makeMessage({
      ...said,
      id: "m2",
      position: 2,
      role: "assistant",
      content: "Hi",
      createdAt: from + 603_000,
    }),
  ];
  const ended = makeMessage({
    ...{ id: "m3", threadId: "t1", position: 3, role: "system", kind: "event", content: "callEnded" },
    ...{ about: { seconds: 610, recordedFrom: from }, attachments: [file("1"), file("2")] },
  });
  render(<CallRecording message={ended} names={{ agent: "Ada", contact: "Mia" }} />);
  expect(screen.getAllByRole("listitem", { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    "0:03Mia: Hello",
    "10:03Ada: Hi",
  ]);
  fireEvent.click(screen.getByText("Ada: Hi"));
  const second = screen.getByLabelText<HTMLAudioElement>("Call 2.wav");
  expect([second.currentTime, play.mock.contexts]).toEqual([3, [second]]);
});

it("recordings are loaded below the server's path", () => {
  document.documentElement.dataset["basePath"] = "/helm";
  const recording = { id: "1", name: "Call.wav", contentType: "audio/wav", sizeBytes: 100, url: "/files/1" };
  const ended = makeMessage({
    role: "system",
    kind: "event",
    content: "callEnded",
    attachments: [recording],
  });
  render(<CallRecording message={ended} names={{ agent: "Ada", contact: "Mia" }} />);
  expect(screen.getByLabelText("Call.wav").getAttribute("src")).toBe("/helm/files/1");
});
