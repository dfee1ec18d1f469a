import { expect, it } from "vitest";
import { chooseWindow, readNote } from "./notes.ts";

const path = "/inbox/o/a/t";
const at = (pathname: string) => ({ url: `https://agents.example.com${pathname}` });

it.each([
  ["the conversation without the bar", ["/accounts/o/dashboard", "/inbox/o/a/other", "/inbox/o/a/t"], 2],
  ["the conversation in the console", ["/inbox/o/a", "/accounts/o/cp/a/inbox/conversations/t?queue=mine"], 1],
  ["the conversation at its other address", ["/conversations/o/a/t", "/inbox/o/a"], 0],
  ["any inbox", ["/accounts/o/dashboard", "/inbox/o/b/t"], 1],
  ["any inbox at its other address", ["/accounts/o/dashboard", "/conversations/o/b"], 1],
  ["no window", ["/accounts/o/dashboard", "/accounts/o/cp/a/inbox/conversations/t2"], -1],
])("a click on a note leads to %s", (_, open, index) => {
  const windows = open.map(at);
  expect(windows.indexOf(chooseWindow(windows, path) as never)).toBe(index);
});

it("a note is what the server wrote, and something all the same where that can't be read", () => {
  const note = { title: "Ada", body: "Hello", path, tag: "t" };
  expect(readNote(JSON.stringify(note))).toEqual(note);
  for (const text of [undefined, "", "no JSON"])
    expect(readNote(text)).toMatchObject({ path: "/inbox/", title: "Inbox" });
});
