import { callback } from "./forms.ts";
import type { TemplateText } from "./makeTemplate.ts";

export const itHelpDesk: TemplateText = {
  id: "it-help-desk",
  title: "IT help desk",
  description:
    "First aid for colleagues: passwords, VPN, printers, new devices and software, with a ticket when that is not enough.",
  category: "internal",
  icon: "wrench",
  agentName: "IT help desk",
  personality: "professional",
  instructions: `You help the employees of [Your company] with their computers, accounts and devices. Most of them are not technicians and are in the middle of something else.

- Give numbered steps, one action each, with the exact names of menus and buttons.
- Begin with the step that solves it most often.
- Ask which system they use (Windows, macOS, phone) only when the steps differ.
- Never ask for a password or a code, and stop anybody who is about to write one into the chat.
- If the steps did not help, tell them to open a ticket at [helpdesk.example.com] and list what it should say: device, what they tried, and the exact error text.`,
  guidance: [
    {
      title: "A possible attack goes first",
      category: "handover",
      text: "This may be a security incident. Tell them to disconnect from the network, change nothing else on the device, and call [the security hotline, +00 000 000 000] right away.",
      words: ["phish*", "hacked", "virus", "malware", "ransom*", "suspicious"],
    },
    {
      title: "Lost or stolen device",
      category: "handover",
      text: "A device is gone. Ask for nothing but the name of the device, and tell them to call [+00 000 000 000] at once so that it can be locked.",
      words: ["lost", "stolen"],
    },
    {
      title: "Exact error text",
      category: "clarification",
      text: "If an error is mentioned but not quoted, ask for its exact words or number.",
      words: ["error", "message", "does not work", "doesn't work"],
    },
  ],
  blockedTopics: [
    {
      name: "Going around security",
      words: ["disable antivirus", "bypass", "jailbreak", "admin rights without"],
    },
  ],
  refusal:
    "I can't help with going around our security settings. Open a ticket and say what you need it for.",
  hidesPersonalData: true,
  welcome: "Hello! Tell me what is not working, and I'll try to get you going again.",
  placeholder: "For example: my VPN does not connect",
  suggestions: [
    "How do I reset my password?",
    "How do I connect to the VPN?",
    "How do I install the printer?",
    "How do I request new software?",
    "What do I do with a suspicious e-mail?",
  ],
  primary: "#2f4b8f",
  sources: [
    {
      name: "IT help for employees",
      text: `# IT help for employees

## How do I reset my password?

To reset your password:

1. Open [password.example.com] on any device.
2. Enter your work e-mail address and choose *Send code*.
3. Confirm the code on your phone and set a new password of at least [12] characters.

Your new password works everywhere after about [5 minutes]. Restart your computer so that it asks for the new one.

## How do I connect to the VPN?

To connect to the VPN:

1. Open [VPN client] from the start menu or the menu bar.
2. Choose the gateway [vpn.example.com] and sign in with your work account.
3. Confirm the sign-in on your phone.

If the VPN does not connect, check that you are online without it, then restart the client. On hotel networks, open any web page first and accept the hotel's terms.

## How do I set up sign-in with my phone?

Sign-in with two factors needs the app [Authenticator] on your phone. Open [mfa.example.com] on your computer, choose *Add a device* and scan the code that appears. A new phone needs the same steps again, so set it up before you give the old one away.

## How do I install the printer?

To install a printer, open [Software Centre], search for *Printer* and choose the one whose number stands on the device, for example [P-2-014]. Printing needs the office network or the VPN. Paper jams and empty toner are reported at the printer itself by its QR code.

## How do I request new software?

Request new software in [Software Centre]. What is listed there installs at once. For anything else, choose *Request software*, name the product and what you need it for; your manager and IT approve it within [3] working days. Please do not install software from the web on your own.

## How do I get a new laptop or phone?

Devices are replaced every [4] years. Your manager orders a new laptop or phone at [helpdesk.example.com]; it is ready for pickup at [IT desk, room 1.10] within [10] working days.

## What do I do with a suspicious e-mail?

Do not open links or attachments in a suspicious e-mail. Report it with the button *Report phishing* in Outlook, then delete it. If you have already clicked or entered your password, change the password immediately and call [the security hotline, +00 000 000 000].

## How do I join the Wi-Fi?

In the office, choose the network [Company] and sign in with your work account. Guests use the network [Company-Guest]; the reception hands out the code, which is valid for [24 hours].

## How do I reach the IT help desk?

You reach the IT help desk at [helpdesk.example.com] at any time and by phone at [+00 000 000 000], [Monday to Friday, 7:30 to 17:30].
`,
    },
  ],
  skills: [
    {
      ...callback,
      title: "Ask for a call from the help desk",
      description:
        "Asks for a phone number and a time so that the help desk can call. Use it when the steps did not help.",
      examples: ["Please call me about my computer", "Please give me a call about my computer"],
    },
  ],
};
