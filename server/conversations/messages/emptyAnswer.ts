/** What an answer's row says before it has its message, owner and place. */
export const emptyAnswer = {
  role: "assistant",
  kind: "text",
  content: "",
  status: "streaming",
  attempts: 1,
} as const;
