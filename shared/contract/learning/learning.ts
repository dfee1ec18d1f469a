import * as v from "valibot";
import { call } from "../call.ts";
import { id } from "../shapes.ts";

export const learningCard = v.object({
  id,
  title: v.string(),
  text: v.string(),
  /** An address of this server: a chapter of the guide that comes with the product. */
  url: v.string(),
});
export type LearningCard = v.InferOutput<typeof learningCard>;

export const getLearningContent = call({
  family: "content",
  method: "GET",
  path: "/api/learning-platforms/content",
  who: "user",
  summary: "Lists the learning guides in order.",
  answer: v.object({ items: v.array(learningCard) }),
});
