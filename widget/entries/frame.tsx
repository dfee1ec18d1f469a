import { createRoot } from "react-dom/client";
import { startStyles } from "../../shared/ui/style/start.ts";
import { ChatApp } from "../chat/ChatApp.tsx";
import { readFrameDocument } from "../session/frameDocument.ts";
import { startChat } from "../session/startChat.ts";
import { firstWords } from "../session/words.ts";

startStyles();
const actions = startChat(readFrameDocument());
void firstWords.then(() => createRoot(document.body).render(<ChatApp actions={actions} />));
