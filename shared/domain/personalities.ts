/** The seven personalities of the specification; `custom` brings its own text. */
export const personalities = [
  {
    value: "professional",
    label: "Professional",
    icon: "briefcase",
    tooltip: "Clear, precise and to the point.",
  },
  { value: "sassy", label: "Sassy", icon: "sparkles", tooltip: "Quick-witted, with a wink." },
  {
    value: "empathetic",
    label: "Empathetic",
    icon: "heart",
    tooltip: "Warm and understanding; feelings come first.",
  },
  { value: "formal", label: "Formal", icon: "landmark", tooltip: "Polite and reserved; no contractions." },
  {
    value: "humorous",
    label: "Humorous",
    icon: "laugh",
    tooltip: "Light-hearted, with a joke where it fits.",
  },
  {
    value: "friendly",
    label: "Friendly",
    icon: "smile",
    tooltip: "Relaxed and helpful, like a good neighbor.",
  },
  {
    value: "custom",
    label: "Custom",
    icon: "pencil",
    tooltip: "Describe the personality in your own words.",
  },
] as const;

export type Personality = (typeof personalities)[number]["value"];
export const personalityValues = /* @__PURE__ */ personalities.map((one) => one.value) as [
  Personality,
  ...Personality[],
]; // never empty
