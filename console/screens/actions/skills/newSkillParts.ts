export { FromConnection } from "./FromConnection.tsx";
export { FromCurl } from "./FromCurl.tsx";
export { FromOpenapi } from "./FromOpenapi.tsx";
export { FromSystem } from "./FromSystem.tsx";
