import { plural } from "./language.ts";

/** What a visitor reads in the chat, where the agent's owner has not written it. */
export const widgetWords = {
  placeholder: "Ask a question…",
  conversation: "Conversation",
  newConversation: "New conversation",
  close: "Close chat",
  you: "You",
  assistant: "Assistant",
  support: "Support",
  retry: "Try again",
  notSent: "Not sent",
  waiting: "Waiting for the connection",
  waitingToSend: "Waiting to be sent",
  stopped: "Stopped",
  offline: "No connection at the moment. What you write is sent as soon as there is one.",
  stillWorking: "Still working on it…",
  slow: "This takes longer than usual.",
  failed: "The answer could not be finished.",
  isAnswering: (name: string) => `${name} is answering`,
  joined: (name: string) => `${name} joined the conversation`,
  handedBack: (name: string) => `${name} handed the conversation back to the assistant`,
  resolved: (name: string) => `${name} marked this as resolved`,
  newMessages: (count: number) =>
    plural(count, { one: "{count} new message", other: "{count} new messages" }),
  latest: "Latest messages",
  loading: "The conversation is loading",
  followUps: "Further questions",
  openSource: "Open the source",
  preview: "Preview",
  unavailable: {
    title: "This chat is not available here",
    bad_token: "The page that shows it uses a token that does not exist any more.",
    origin_not_allowed: "This site is not among the sites that may show it.",
    disabled: "It is switched off at the moment. Please come back later.",
    server: "The server has a problem at the moment. Please come back later.",
  },
};
