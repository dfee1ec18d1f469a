import { expect, it } from "vitest";
import { nameFilePlace } from "./filePlaces.ts";

it.each([
  ["agent.instructions", "Instructions"],
  ["agent.personality.text", "Persona text"],
  ["agent.guidance.2.text", "Guidance rule 2"],
  ["agent.guardrails.blockedTopics.1.words.3", "Blocked topic 1"],
  ["surfaces.widget.welcome", "Welcome message"],
  ["surfaces.widget.suggestions.1", "Suggestions 1"],
  ["knowledge.sources.3.config.urls.1", "Data source 3"],
  ["evaluation.cases.12.question", "Test case 12"],
  ["The token of api.example.com", "The token of api.example.com"],
  ["agent", "agent"],
])("a file's place %s is called %s", (place, name) => {
  expect(nameFilePlace(place)).toBe(name);
});
