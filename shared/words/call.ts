/**
 * Words of calls by voice. The chat loads them with its first call, and the agent says some of them, so they are a catalog of
 * their own. Signs like `{sources}` are filled in when they are shown or said.
 */
export const callWords = {
  start: "Call the assistant",
  title: "Call",
  askRecording: "This call can be recorded for the team. Do you agree?",
  agreeRecording: "Agree and call",
  declineRecording: "Call without recording",
  recorded: "Recorded",
  avatar: "Video of the assistant",
  connecting: "Connecting…",
  listening: "Listening",
  thinking: "Thinking…",
  speaking: "Speaking",
  muted: "You're muted",
  reconnecting: "Reconnecting…",
  mute: "Mute",
  unmute: "Unmute",
  captions: "Captions",
  end: "End call",
  ended: "Call ended after {time}.",
  preparing: "Getting speech recognition ready…",
  insecure: "Calls need a secure page (https).",
  microphoneLost: "The microphone stopped. Check it and call again.",
  noHearing:
    "This browser can't understand speech on your device. Write instead, or call from Chrome on a computer.",
  noLanguage: "This browser can't understand {language} on your device. Write instead.",
  noVoice: "This browser has no voice for your language. Read the answers here.",
  writesInstead: "The voice doesn't work at the moment. Read the answers here.",
  cantHear: "I can't understand speech at the moment. Please write to me in the chat.",
  connectionLost: "The connection was lost, and the call ended.",
  failed: "The call didn't work. Try again, or write.",
  elsewhere: "The call continues in another tab.",
  tooLong: "The call reached its time limit.",
  stillThere: "Are you still there?",
  goodbye: "I'm ending the call now. Goodbye!",
  from: "From {sources}.",
  handedOver: "The team takes over from here, and answers in the chat.",
  problem: "Sorry, that didn't work. Please say it again.",
};
export type CallWords = typeof callWords;
