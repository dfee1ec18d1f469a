import type { ChatWords } from "./language.ts";

const asksNobody = "Nobody from us ever asks you for it. You did not ask for it? Then do nothing.";
const notYou =
  "It was not you? Change your password, and end the sessions that you do not know in your profile.";

export const en: ChatWords = {
  functionWords:
    "the is are do does can you your i my we our what how when where which who why to of for with and or in on at it have has be a an hello hi thanks",
  alphabet: "",
  answers: {
    hello: (name) => `Hello! I'm ${name}. What would you like to know?`,
    thanks: "You're welcome! Is there anything else you would like to know?",
    bye: "Goodbye! Come back whenever you have a question.",
    whoAmI: (name) =>
      `I'm ${name}, an automated assistant. I answer by quoting the pages I know and say where each quote stands.`,
    from: (place) => `From ${place}:`,
    notFound: "I did not find an answer to this in the pages I know.",
    closest: (place) => `The closest I have is ${place}, which may not answer it.`,
    about: (heading) => `What about “${heading}”?`,
    refusal: "I can't help with this here. Is there anything else you would like to know?",
    person: {
      handsOver: "I'm passing you to our team. Somebody answers here.",
      isAway: "Our team is away right now and answers here when it is back.",
      askEmail: "Leave your e-mail address here, and the answer reaches you in any case.",
      hasNone: "I can't pass you to a person here.",
      ask: "Talk to a person",
    },
    actions: {
      fillIn: "For this I need a few details. Please fill in the form below.",
      confirm: "Please check this and confirm it below. Nothing is done before you do.",
      approval: "Our team has to approve this first. You will see its decision here.",
      page: "One moment, I'm looking at this page for you.",
      surface: "That only works in the chat on the website.",
      pageFailed: "The page could not do that. Is there anything else I can help with?",
      signIn: "Please sign in on this site first. Then I can do this for you.",
      waiting: "This is waiting for a decision already.",
      once: "This was done already.",
      done: "Done.",
      failed: "That did not work. Please check the details or try again later.",
      declined: "Our team decided against it.",
      unknown: "I can't tell whether this was done. Our team looks at it.",
      thanks: "Thank you, we have it.",
    },
  },
  signposts: {
    introduction:
      "(?:in )?this (?:article|guide|page|section|tutorial|document|post)\\b|learn (?:how|about|more|what|which|when|where|why|the)|find out|read (?:more|the|about|on)\\b|see (?:also|the|our|below|how)\\b|related|table of contents|contents:?$|tags:|on this page|you(?:'|’)ll (?:learn|find)|here(?:'s| is| are|’s)|for more (?:information|details|help|about)|more (?:information|about|details)|learn\\b|go to the next|jump to",
    preparation:
      "before you|prerequisites|requirements|what you(?:'|’)?(?:ll)? need|overview|introduction|see also|related|further reading",
  },
  smallTalk: {
    greeting: "hi|hello|hey|hiya|howdy|good (morning|afternoon|evening|day)",
    afterGreeting: "there|all|everyone|again|how are you|how is it going",
    thanks: "thanks|thank you|thx|cheers",
    afterThanks:
      "(so|very) much|a lot|again|that's all|that is all|that help(?:s|ed)|for (?:your|the) help|for helping",
    bye: "bye|goodbye|bye bye|see you|see ya",
    afterBye: "later|soon",
    who: "(who|what) are you|are you (a )?(bot|robot|human|person|real|ai|an ai|a real person|a machine)",
  },
  drafts: {
    purpose: (name) => `Answers questions about ${name}.`,
    welcome: (name) => `Hello! What would you like to know about ${name}?`,
    ask: (topic) => `What can you tell me about ${topic}?`,
  },
  mail: {
    aMember: "A member",
    digest: {
      subject: "What waits in {organization}: {count}",
      says: "This waits in {organization} for you, or for anybody of the team.",
      assigned: "Given to you and waiting: {count}",
      unassigned: "Waiting for somebody: {count}",
      mentions: "A note names you: {count}",
      more: "Further ones: {count}",
      muted: "Muted and left out: {count}",
      button: "Open the inbox",
      why: "You chose this letter in your profile, where you can change how often it comes.",
      stop: "Stop these letters",
      stoppedTitle: "These letters are stopped",
      stopped:
        "You get no more letters about what waits in this organization. Your profile turns them on again.",
      notGood: "This link is no longer good. Your profile turns these letters off.",
    },
    report: {
      subject: "Weekly report: {report}",
      says: "The figures of {organization} from {from} to {to}.",
      figures: "Compared with the period before",
      changed: "{figure}: {value} ({change})",
      button: "Open Insights",
      why: "You turned on this weekly report in Insights.",
      stop: "Stop weekly reports",
      stoppedTitle: "Weekly reports are stopped",
      stopped: "You get no more reports from this organization by e-mail. Turn them on again in Insights.",
      notGood: "This link is no longer valid. Turn reports off in Insights.",
    },
    keyRefused: {
      subject: 'The model key "{key}" does not work any more',
      says: 'The model key "{key}" ({provider}) of {organization} does not work any more. What uses it gets along without it until it works again.',
      agents: "Agents, and what answers meanwhile: {count}",
      defaults: "Default models, and what is used meanwhile",
      user: {
        agent: "{agent}",
        fallback: "{agent}, as its fallback",
        chat: "New agents",
        code: "Drafts of AI generate",
        embedding: "Knowledge",
        speech: "Voice messages",
      },
      instead: {
        key: 'the key "{other}"',
        server: "this server’s own key",
        model: "{model}",
        builtin: "the built-in model",
        words: "it is found by its words alone",
        nothing: "they are not written down",
      },
      more: "Further ones: {count}",
      unused: "No agent and no default model uses it at the moment.",
      button: "Open Model keys",
      small: [
        "Model keys, in Manage Account, says why it does not work and what to do.",
        "You are told once, and again only where it fails after it has worked meanwhile.",
      ],
    },
    letters: {
      invite: {
        subject: "{who} invites you to {organization}",
        says: "{who} invites you to work with {organization} on its AI agents and conversations.",
        button: "Accept the invitation",
        small: ["The link is good for seven days.", "You did not expect this? Then do nothing."],
      },
      password: {
        subject: "Choose a new password",
        says: "Somebody, probably you, asked for a new password of your {brand} account.",
        button: "Choose a new password",
        small: [
          "The link is good for one hour and works once.",
          "It was not you? Then do nothing: the old password stays.",
        ],
      },
      code: {
        subject: "Your code for {brand} is {code}",
        says: "Enter this code where you began to create your account:",
        button: "Open the page",
        small: ["The code is good for fifteen minutes and works once, in that browser only.", asksNobody],
      },
      taken: {
        subject: "You have a {brand} account already",
        says: "Somebody, probably you, began to create an account with this address. It has one already, so nothing was created.",
        button: "Sign in",
        small: [
          "The password is forgotten? The sign-in page sends you a link to a new one.",
          "It was not you? Then do nothing.",
        ],
      },
      newEmail: {
        subject: "Confirm your address: {code}",
        says: "Enter this code in your {brand} profile, and this address is the one of your account:",
        small: ["The code is good for fifteen minutes and works once.", asksNobody],
      },
      usedEmail: {
        subject: "Your address belongs to your account",
        says: "Somebody wanted to give this address to another {brand} account. It belongs to yours, so nothing was changed.",
        small: ["You need do nothing."],
      },
      emailChanged: {
        subject: "The address of your account was changed",
        says: "Your {brand} account has the address {email} now. This one is no longer used.",
        small: ["It was not you? Ask whoever runs the server to give the account back to you."],
      },
      secondFactorOn: {
        subject: "Two-factor sign-in was turned on",
        says: "Two-factor sign-in was turned on for your {brand} account.",
        small: [notYou],
      },
      secondFactorOff: {
        subject: "Two-factor sign-in was turned off",
        says: "Two-factor sign-in was turned off for your {brand} account.",
        small: [notYou],
      },
      accepted: {
        subject: "{who} joined {organization}",
        says: "{who} accepted your invitation to {organization}.",
        button: "See the team",
        small: ["You can turn these mails off in your profile."],
      },
      creditsAlert: {
        subject: "{organization} has used {percent}% of this month's credits",
        says: "{organization} has used {percent}% of the {limit} credits that its plan allows this month. When they are used up, agents answer with the built-in model, which costs nothing.",
        button: "See usage",
        small: [],
      },
      creditsUsed: {
        subject: "{organization} has used up this month's credits",
        says: "The {limit} credits of your plan are used up. Until the month ends, agents answer with the built-in model, which costs nothing and quotes your sources.",
        button: "See plans",
        small: [],
      },
      upgradeAsked: {
        subject: "{who} asks for a larger plan for {organization}",
        says: "{who} asks you to move {organization} to a larger plan.",
        button: "See plans",
        small: [],
      },
      webhookGone: {
        subject: '"{webhook}" was turned off',
        says: 'The webhook "{webhook}" of {organization} was turned off: its address says that it is gone. What happens in conversations is not sent there any more.',
        button: "Open the webhook",
        small: [
          "Turn it on again once the address is right. What was not delivered can be sent again from there.",
        ],
      },
      webhookFailing: {
        subject: '"{webhook}" was turned off',
        says: 'The webhook "{webhook}" of {organization} was turned off: nothing could be delivered to it for three days. What happens in conversations is not sent there any more.',
        button: "Open the webhook",
        small: [
          "Turn it on again once the address is right. What was not delivered can be sent again from there.",
        ],
      },
    },
  },
};
