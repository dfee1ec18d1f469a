import { lazyFamily } from "../../../parts/lazy.ts";

/** Fields and lists of every kind of source, which are small each. */
export const { ConnectedFields, DocumentList, FeedFields, FilesField, QuestionFields, QuestionList } =
  lazyFamily(() => import("./kindFieldParts.ts"));
