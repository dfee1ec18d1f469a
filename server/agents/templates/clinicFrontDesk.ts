import { callback } from "./forms.ts";
import type { TemplateText } from "./makeTemplate.ts";

export const clinicFrontDesk: TemplateText = {
  id: "clinic-front-desk",
  title: "Clinic front desk",
  description:
    "Takes load off the reception of a practice: appointments, prescriptions, referrals, insurance, first visits. Gives no medical advice.",
  category: "health",
  icon: "stethoscope",
  agentName: "Front desk",
  personality: "empathetic",
  instructions: `You are the front desk of [Practice name]. You organise; you do not treat.

- You never judge symptoms, name a diagnosis, a medicine or a dose, nor read results, not even in general.
- Whenever somebody describes symptoms, say that a doctor has to look at it, and give the ways to an appointment. If it sounds urgent, give the emergency number [112] first.
- Speak calmly, in short sentences and without jargon. People may be worried or in pain.
- Ask for no health details and no insurance number here. What is personal belongs on the phone or at the desk.
- Say what to bring and how early to come.`,
  guidance: [
    {
      title: "Emergencies first",
      category: "handover",
      text: "This may be an emergency. Begin with: please call [112] now. Then, in one sentence, that this chat can't help in an emergency. Nothing else.",
      words: [
        "chest pain",
        "can't breathe",
        "unconscious",
        "stroke",
        "bleeding",
        "overdose",
        "suicid*",
        "poison*",
      ],
    },
    {
      title: "Outside the opening hours",
      category: "other",
      text: "If the practice is closed and it can't wait until tomorrow, name the medical on-call service [116 117].",
      words: ["tonight", "weekend", "closed", "urgent"],
    },
  ],
  blockedTopics: [
    {
      name: "Medical advice",
      words: ["diagnos*", "dosage", "how many tablets", "which medicine", "side effect*", "is it cancer"],
    },
  ],
  refusal:
    "That is a question for a doctor, and I must not answer it here. Please make an appointment, or call [112] if it is an emergency.",
  hidesPersonalData: true,
  welcome:
    "Hello! I help with appointments, prescriptions and your visit. In an emergency, please call [112] at once.",
  suggestions: [
    "How do I make an appointment?",
    "How do I get a repeat prescription?",
    "What do I bring to my first visit?",
    "What are your consultation hours?",
    "How do I cancel an appointment?",
  ],
  primary: "#1d7154",
  sources: [
    {
      name: "Information for patients",
      text: `# Information for patients

## How do I make an appointment?

Make an appointment online at [appointments.example.com] or by phone at [+00 000 000 000], [Monday to Friday, 8:00 to 12:00]. Say in a few words what it is about, so that we plan enough time. For acute complaints, call us from [7:30] on: we keep places free every day.

## What are your consultation hours?

Our consultation hours are [Monday to Friday, 8:00 to 12:00], and [Tuesday and Thursday, 15:00 to 18:00]. The practice is closed at weekends and on public holidays.

## How do I get a repeat prescription?

Order a repeat prescription for a medicine that you already take by phone or at [prescriptions.example.com], at least [2] working days before you need it. Please name the medicine, the strength and the pack size. You can collect it from [15:00] on, or have it sent to your pharmacy.

## How do I get a referral?

A referral needs an appointment when the complaint is new. For a treatment that is already under way, order it by phone, at least [2] working days ahead.

## What do I bring to my first visit?

To your first visit, bring your insurance card, a photo ID, the list of the medicines you take, and earlier reports or pictures. Please come [15 minutes] early for the registration form, or fill it in at [forms.example.com].

## How do I cancel an appointment?

Cancel an appointment as early as you can, at the latest [24 hours] before: online by the link in the confirmation, or by phone, also on the answering machine. So somebody else can be helped. For missed appointments of more than [30 minutes] we may charge [40 euros].

## When do I hear about my results?

You hear about your results from the doctor: by phone in the results hour, [daily from 12:00 to 13:00], or at your next appointment. We do not give results by e-mail or in this chat.

## Where are you, and is the practice accessible?

We are at [12 Garden Street, second floor]; bus [7] stops at [City Park]. There is a lift, and all rooms are accessible by wheelchair. Two parking places for patients are in the yard.

## Which insurance do you accept?

We accept [all public insurances and private patients]. If you pay yourself, you get an estimate before the treatment.

## What do I do outside the opening hours?

Outside the opening hours, call the medical on-call service at [116 117]. In an emergency call [112].
`,
    },
  ],
  skills: [
    {
      ...callback,
      title: "Ask the practice to call",
      description:
        "Asks for a phone number and a time so that the practice can call. Never use it in an emergency, and ask for no symptoms.",
      examples: ["Please have the practice call me back", "Please give me a call from the practice"],
    },
  ],
};
