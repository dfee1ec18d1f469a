import { headerPrefix } from "./product.ts";

/** Carries a solved challenge, as base64 of `{challenge, solution}`, with the calls that ask for one. */
export const captchaHeader = `${headerPrefix}captcha`;
