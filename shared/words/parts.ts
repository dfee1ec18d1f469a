/** Words of the parts that both apps draw. Signs like `{name}` are filled in when they are shown. */
export const partWords = {
  anonymous: "Anonymous",
  close: "Close",
  copy: "Copy",
  copied: "Copied",
  loading: "Loading",
  wentWrong: "Something went wrong.",
  tryAgain: "Try Again",
  send: "Send message",
  stop: "Stop answering",
  message: "Message",
  tooLong: "This is too long: at most {most} characters are taken.",
  answering: "{name} is answering",
  source: "Source {number}: {title}",
  sources: "Sources",
  suggestions: "Suggestions",
  taskDone: "Done",
  taskOpen: "To do",
  table: "Table",
  newTab: "opens in a new tab",
};
export type PartWords = typeof partWords;
