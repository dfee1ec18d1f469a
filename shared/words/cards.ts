/**
 * Words of forms and of the cards below an answer. The chat loads them with its first card, so they are a catalog of their
 * own. Signs like `{score}` are filled in when they are shown.
 */
export const cardWords = {
  required: "Field is required",
  invalid: "Invalid data",
  yes: "Yes",
  no: "No",
  choose: "Please choose…",
  score: "{score} of {best}",
  confirm: "Confirm",
  send: "Send",
  decline: "Not now",
  waitingForTeam: "Waiting for the team's decision.",
  running: "This is being done…",
  done: "This was done.",
  failed: "This did not work.",
  declined: "This was declined.",
  expired: "This has expired.",
  withdrawn: "This is no longer needed.",
  unknown: "The result is unknown. The team will check it.",
  signIn: "Sign in to {service}",
  code: "Code from the sign-in",
  forget: "Forget my account",
  forgotten: "Your account was forgotten.",
  appOpens: "The app wants to open this page:",
  appSays: "The app wants to send this as your message:",
  open: "Open",
  appFailed: "The app can't be shown at the moment.",
  appClosed: "The app has closed.",
  offline: "No connection at the moment. What you filled in is kept here; please try again later.",
  leaveMessage: "Leave a message",
  yourEmail: "Your e-mail address",
  yourMessage: "Your message",
  teamIsBack: "The team is back {time}. The assistant answers you now.",
  teamIsOut: "The team is away. The assistant answers you now.",
};
export type CardWords = typeof cardWords;

/** What a form itself says, whatever it is for. */
export type FormWords = Pick<CardWords, "required" | "invalid" | "yes" | "no" | "choose" | "score">;
