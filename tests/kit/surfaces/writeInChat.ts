import type { FrameLocator, Page } from "playwright";

/** The chat in a page, or alone as a hosted page. */
type Chat = Page | FrameLocator;

/** Writes as a visitor does, once the answer before is whole: until then the chat keeps what is written. */
export async function writeInChat(chat: Chat, text: string): Promise<void> {
  const field = chat.getByRole("textbox", { name: "Message" });
  await field.fill(text);
  await chat.getByRole("button", { name: "Send message", disabled: false }).waitFor();
  await field.press("Enter");
}

/** Waits until what is being answered is whole: its text alone may stand there before. */
export async function expectAnswerWhole(chat: Chat): Promise<void> {
  await chat.getByRole("button", { name: "Stop answering" }).waitFor({ state: "detached" });
}
