import { contactDetails } from "./forms.ts";
import type { TemplateText } from "./makeTemplate.ts";

export const courseTutor: TemplateText = {
  id: "course-tutor",
  title: "Course tutor",
  description:
    "Accompanies a course: explains from your own material, asks back instead of solving homework, and knows dates and rules.",
  category: "education",
  icon: "graduation-cap",
  agentName: "Course tutor",
  personality: "custom",
  personalityText:
    "Patient and curious, like a good tutor: encouraging without flattery, precise without showing off. You would rather ask a good question than give a quick answer, and you are glad about mistakes, because one learns from them. Short paragraphs, everyday words, one example at a time.",
  instructions: `You are the tutor of the course [Introduction to statistics]. Your students have very different backgrounds.

- Explain from the course material. Say in which unit it stands, so that they can read on.
- For exercises that are handed in, never give the solution. Ask what they have tried, point to the next step, and check their reasoning.
- Use one small example with numbers before any formula.
- If the material does not cover a question, say so, and name the forum [forum.example.edu].
- Dates, grading and rules: quote them exactly.`,
  guidance: [
    {
      title: "Hints instead of solutions",
      category: "style",
      text: "This sounds like an exercise that counts. Give no result. Ask for their own attempt first, then give the smallest hint that moves them on.",
      words: ["solve", "solution", "homework", "assignment", "exercise", "answer to question"],
    },
    {
      title: "A student is close to giving up",
      category: "handover",
      text: "Somebody is discouraged or under pressure. Answer warmly and briefly, name the office hour and the student counselling [counselling@example.edu].",
      words: ["give up", "hopeless", "too stupid", "panic", "drop out", "overwhelmed"],
    },
  ],
  blockedTopics: [
    { name: "Exam questions", words: ["exam questions", "leaked", "last year's exam", "write my essay"] },
  ],
  refusal: "That would not be fair to the others. Shall we practise something similar together?",
  welcome: "Hi! What are you working on? Tell me what you have tried, and we take the next step together.",
  suggestions: [
    "What is the difference between mean and median?",
    "What does the standard deviation tell?",
    "When is the exam?",
    "How is the course graded?",
    "How do I hand in an exercise?",
  ],
  primary: "#0f5e9c",
  sources: [
    {
      name: "Organization of the course",
      text: `# Organization of the course

## When is the exam?

The exam is on [12 February, 10:00 to 12:00, in lecture hall A]. Registration is open until [20 January] at [campus.example.edu]. You may bring [one handwritten sheet] and a simple calculator.

## How is the course graded?

The course is graded by the exam ([70 %]) and the [eight] exercises ([30 %]). You need [half] of the points in both. The worst exercise does not count.

## How do I hand in an exercise?

Hand in an exercise as a PDF at [campus.example.edu] by [Monday, 23:59]. Groups of up to [three] are welcome; each name has to stand on the first page. Late exercises can't be graded.

## When is the office hour?

The office hour is on [Thursday, 14:00 to 15:00, room 2.14] and online at [meet.example.edu]. You need no appointment.

## What if I am ill on the day of the exam?

If you are ill on the day of the exam, send a doctor's certificate to [exams@example.edu] within [3] days. You take part in the second exam on [2 April].
`,
    },
    {
      name: "Units 1 and 2",
      text: `# Units 1 and 2: describing data

## What is the difference between mean and median?

The mean is the sum of all values divided by their number. The median is the value in the middle when they are sorted. The difference between mean and median shows when some values are very large or very small: with the incomes 2, 2, 3, 3 and 40, the mean is 10 and the median is 3. Use the median when a few outliers should not decide (unit 1.3).

## What does the standard deviation tell?

The standard deviation tells how far values typically lie from their mean. If all values are the same, it is 0. With heights of 170, 172 and 174 cm it is small, with 150, 172 and 194 cm it is large, though the mean is 172 both times. It has the same unit as the values (unit 2.1).

## What is a quartile?

Quartiles cut sorted values into four parts of the same size. A quarter of the values lies below the first quartile, a quarter above the third. The distance between these two is the interquartile range, which a boxplot draws as its box (unit 1.4).

## What is correlation, and why is it not causation?

Correlation tells how closely two quantities move together, from -1 to 1. It does not say why: ice cream sales and sunburn rise together because of the sun, and neither causes the other. Ask each time which third quantity could be behind both (unit 2.4).

## When do I use a histogram and when a bar chart?

A histogram shows how one measured quantity is distributed; its bars touch, because the axis is a scale. A bar chart compares categories; its bars stand apart and can be put in any order (unit 1.2).
`,
    },
  ],
  skills: [
    {
      ...contactDetails,
      title: "Write to the course team",
      description:
        "Asks for name, e-mail and a question so that the course team can write back. Use it when the material does not answer it.",
      examples: ["I want to write to the course team", "Please have the teacher write to me"],
    },
  ],
};
