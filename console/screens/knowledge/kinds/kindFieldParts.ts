export { ConnectedFields } from "../connected/ConnectedFields.tsx";
export { DocumentList } from "./documents/DocumentList.tsx";
export { FeedFields } from "./feed/FeedFields.tsx";
export { FilesField } from "./files/FilesField.tsx";
export { QuestionFields } from "./qa/QuestionFields.tsx";
export { QuestionList } from "./qa/QuestionList.tsx";
