import type { ChatWords } from "./language.ts";

const asksNobody = "We never ask you for it. If you didn’t request it, ignore this e-mail.";
const notYou = "If this wasn’t you, change your password and end unknown sessions in your profile.";

export const en: ChatWords = {
  functionWords:
    "the is are do does can you your i my we our what how when where which who why to of for with and or in on at it have has be a an hello hi thanks",
  alphabet: "",
  answers: {
    hello: (name) => `Hello! I'm ${name}. What would you like to know?`,
    thanks: "You're welcome! Is there anything else you would like to know?",
    bye: "Goodbye! Come back whenever you have a question.",
    whoAmI: (name) =>
      `I'm ${name}, an automated assistant. I answer by quoting the pages I know, with a link to each.`,
    from: (place) => `From ${place}:`,
    notFound: "I did not find an answer to this in the pages I know.",
    closest: (place) => `The closest I have is ${place}, which may not answer it.`,
    about: (heading) => `What about “${heading}”?`,
    refusal: "I can't help with this here. Is there anything else you would like to know?",
    person: {
      handsOver: "I'm passing you to our team. Someone will answer here.",
      isAway: "Our team is away right now and will answer here when it is back.",
      askEmail: "Leave your e-mail address here to get the answer by e-mail too.",
      hasNone: "I can't pass you to a person here.",
      ask: "Talk to a person",
    },
    actions: {
      fillIn: "For this I need a few details. Please fill in the form below.",
      confirm: "Please check this and confirm it below. Nothing happens until you do.",
      approval: "Our team has to approve this first. You will see the decision here.",
      page: "One moment, I'm looking at this page for you.",
      surface: "That only works in the chat on the website.",
      pageFailed: "The page could not do that. Is there anything else I can help with?",
      signIn: "Please sign in on this site first. Then I can do this for you.",
      waiting: "This is already waiting for a decision.",
      once: "This is already done.",
      done: "Done.",
      failed: "That did not work. Please check the details or try again later.",
      nothingFound: "The search found nothing.",
      declined: "Our team declined this.",
      unknown: "I can't tell whether this was done. Our team will look at it.",
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
  besideLauncher: {
    hideSuggestion: "Hide suggestion",
    hideMessage: "Hide message",
    move: "Move with Shift and the arrow keys",
  },
  channels: {
    disclosure: "You are chatting with an AI agent.",
    isWriting: "is writing…",
    phone: {
      tag: "en-US",
      asksNoCalls:
        /^(please )?((stop|don.?t|do not) call(ing)?( me)?|(remove|take) me( off)?( (from )?(the|your) list)?|unsubscribe)( again| any ?more)?( please)?$/i,
      greeting: "Hello, this is the AI assistant of {name}. How can I help?",
      transfer: "One moment, I’m putting you through.",
      voicemail: "Nobody can take your call right now. Please leave a message after the tone.",
      noWords: "We didn’t hear anything. Goodbye.",
      thanks: "Thank you. We’ll get back to you. Goodbye.",
      problem: "Sorry, something went wrong.",
      unavailable: "This number can’t take calls right now. Please try again later. Goodbye.",
      limit: "This call has reached its longest length. Goodbye.",
      machine: "Sorry we missed you. Goodbye.",
      optedOut: "We won’t call you again. Goodbye.",
    },
  },
  mail: {
    aMember: "A member",
    digest: {
      subject: "Waiting in {organization}: {count}",
      says: "Conversations in {organization} are waiting for you or your team.",
      assigned: "Assigned to you: {count}",
      unassigned: "Unassigned: {count}",
      mentions: "Notes that mention you: {count}",
      approvals: "Waiting for approval: {count}",
      more: "More: {count}",
      muted: "Muted, not listed: {count}",
      button: "Open the inbox",
      why: "You turned on this e-mail in your profile. Change how often it comes there.",
      stop: "Stop these e-mails",
      stoppedTitle: "These e-mails are stopped",
      stopped:
        "You get no more e-mails about waiting conversations in this organization. Turn them on again in your profile.",
      notGood: "This link is no longer valid. Turn these e-mails off in your profile.",
    },
    report: {
      subject: "Weekly report: {report}",
      says: "The figures of {organization} from {from} to {to}.",
      figures: "Compared with the previous period",
      changed: "{figure}: {value} ({change})",
      button: "Open Insights",
      why: "You turned on this weekly report in Insights.",
      stop: "Stop weekly reports",
      stoppedTitle: "Weekly reports are stopped",
      stopped: "You get no more reports from this organization by e-mail. Turn them on again in Insights.",
      notGood: "This link is no longer valid. Turn reports off in Insights.",
    },
    notice: {
      handoffSubject: "{visitor} waits for a person",
      handoffSays: "{visitor} asked for a person in a conversation with {agent}.",
      approvalSubject: "Approval needed: {title}",
      approvalSays: "{agent} wants to do this for {visitor}: {title}. It is waiting for your team.",
      lastWords: "Last message",
      button: "Open conversation",
      reply: "Reply to this mail to answer {visitor}. Your reply is sent in your name.",
      noReply: "Replies to this mail aren’t read. Answer in the inbox.",
      decideThere: "Approve or decline in the inbox. You can’t decide by replying.",
      refusedSubject: "Your reply was not sent",
      refused: {
        unverified:
          "We couldn’t verify that your reply came from your address, because its mail server didn’t sign it (DKIM). The visitor got nothing. Answer in the inbox.",
        notAllowed: "You can no longer answer these visitors, so your reply was not sent.",
        empty:
          "Your reply had no new text, so the visitor got nothing. Write above the quoted text, or answer in the inbox.",
        failed:
          "Your reply couldn’t be added to the conversation, so the visitor got nothing. Answer in the inbox.",
      },
    },
    keyRefused: {
      subject: 'The model key "{key}" stopped working',
      says: 'The model key "{key}" ({provider}) of {organization} stopped working. Until it works again, other models take its place.',
      agents: "Agents and their replacement models: {count}",
      defaults: "Default models and their replacements",
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
        words: "keyword search only",
        nothing: "not transcribed",
      },
      more: "More: {count}",
      unused: "No agent and no default model uses it at the moment.",
      button: "Open Model keys",
      small: [
        "Settings › Model keys shows the reason and what to do.",
        "You get one e-mail each time the key stops working.",
      ],
    },
    letters: {
      invite: {
        subject: "{who} invites you to {organization}",
        says: "{who} invites you to work with {organization} on its AI agents and conversations.",
        button: "Accept the invitation",
        small: ["The link is valid for seven days.", "If you didn’t expect this, ignore this e-mail."],
      },
      password: {
        subject: "Choose a new password",
        says: "Someone, probably you, requested a new password for your {brand} account.",
        button: "Choose a new password",
        small: [
          "The link is valid for one hour and works once.",
          "If this wasn’t you, ignore this e-mail. Your password stays the same.",
        ],
      },
      code: {
        subject: "Your code for {brand} is {code}",
        says: "Enter this code where you started to create your account:",
        button: "Open the page",
        small: ["The code is valid for 15 minutes and works once, in that browser only.", asksNobody],
      },
      taken: {
        subject: "You already have a {brand} account",
        says: "Someone, probably you, tried to create an account with this address. It already has one, so nothing was created.",
        button: "Sign in",
        small: [
          "Forgot your password? Reset it on the sign-in page.",
          "If this wasn’t you, ignore this e-mail.",
        ],
      },
      newEmail: {
        subject: "Confirm your address: {code}",
        says: "Enter this code in your {brand} profile to use this address for your account:",
        small: ["The code is valid for 15 minutes and works once.", asksNobody],
      },
      usedEmail: {
        subject: "Your address is already in use",
        says: "Someone tried to use this address for another {brand} account. It belongs to yours, so nothing was changed.",
        small: ["You don’t need to do anything."],
      },
      emailChanged: {
        subject: "The address of your account was changed",
        says: "Your {brand} account now uses {email}. This address is no longer used.",
        small: ["If this wasn’t you, ask the server’s operator to restore your account."],
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
        says: 'The webhook "{webhook}" of {organization} was turned off: its address answered 410 Gone. Events are no longer sent there.',
        button: "Open the webhook",
        small: ["Turn it on again once the address works. You can resend missed events there."],
      },
      workflowPaused: {
        subject: '"{workflow}" was paused',
        says: 'The workflow "{workflow}" of {organization} was paused: {count} of its runs failed in a row. It starts no new runs.',
        button: "Open the workflow",
        small: ["Look at the failed runs, fix the steps, and turn it on again."],
      },
      workflowAsks: {
        subject: '"{workflow}" needs your approval',
        says: 'The workflow "{workflow}" of {organization} waits for your approval: {title}',
        button: "Open the inbox",
        small: ["It is above the list of conversations. The workflow continues after one decision."],
      },
      workflowFailed: {
        subject: 'Workflow "{workflow}" failed',
        says: 'A run of the workflow "{workflow}" of {organization} failed. {title}',
        button: "Open the run",
        small: ["We don't write again until a run succeeds. Five failures in a row pause the workflow."],
      },
      webhookFailing: {
        subject: '"{webhook}" was turned off',
        says: 'The webhook "{webhook}" of {organization} was turned off: no delivery succeeded for three days. Events are no longer sent there.',
        button: "Open the webhook",
        small: ["Turn it on again once the address works. You can resend missed events there."],
      },
    },
  },
};
