import { plural } from "./language.ts";

/** What a visitor reads in the chat, where the agent's owner has not written it. */
export const widgetWords = {
  placeholder: "Ask a question…",
  welcome: "Hello! How can I help you?",
  conversation: "Conversation",
  newConversation: "New conversation",
  close: "Close chat",
  you: "You",
  assistant: "Assistant",
  retry: "Try again",
  notSent: "Not sent",
  waiting: "Waiting for the connection",
  sending: "Sending",
  stopped: "Stopped",
  offline: "You are offline. What you write is sent when you are back.",
  reconnecting: "Connecting again…",
  stillWorking: "Still working on it…",
  slow: "This takes longer than usual.",
  failed: "The answer could not be finished.",
  isAnswering: "The assistant is answering",
  tookOver: (name: string) => `${name} has joined the conversation`,
  handedBack: "The assistant answers again",
  newMessages: (count: number) =>
    plural(count, { one: "{count} new message", other: "{count} new messages" }),
  unavailable: "This chat is not available here.",
  preview: "Preview",
};
