import * as v from "valibot";
import { profile } from "./accounts.ts";
import { call } from "../call.ts";
import { chatLanguages } from "../../domain/chatLanguages.ts";
import { dateFormats } from "../../domain/dateFormats.ts";
import { codeSent, typedCode } from "./registration.ts";
import { data, email, id, text, title } from "../shapes.ts";

/** A name as the time-zone database has it; which there are, the server's runtime knows. */
const timeZone = v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, "Invalid data"));

export const updateProfile = call({
  family: "auth",
  method: "PATCH",
  path: "/v1.0/profile/meta",
  who: "user",
  summary: "Changes the signed-in user's name and preferences. Omitted fields stay.",
  body: v.partial(
    v.strictObject({
      first_name: title(),
      last_name: text(120),
      timeZone: v.nullable(timeZone),
      dateFormat: v.nullable(v.picklist(dateFormats)),
      language: v.nullable(v.picklist(chatLanguages)),
      mailsOnAccept: v.boolean(),
    }),
  ),
  answer: data(profile),
});

/** The file was sent to an address of storage/init and is removed from there. 422 `picture_refused` where it is no picture. */
export const setPicture = call({
  family: "auth",
  method: "PUT",
  path: "/v1.0/profile/picture",
  who: "user",
  summary: "Sets the signed-in user's picture to an uploaded PNG, JPEG, GIF or WebP of at most 1 MB.",
  body: v.strictObject({ organizationId: id, fileId: id }),
  answer: data(profile),
  limit: "upload",
});

export const removePicture = call({
  family: "auth",
  method: "DELETE",
  path: "/v1.0/profile/picture",
  who: "user",
  summary: "Removes the signed-in user's picture.",
  answer: data(profile),
});

/**
 * 403 `password_needed` without the current one. A code goes to the new address, which is theirs once it came back; the
 * answer is the same where somebody else has it. Without a mail server it is theirs immediately (`sent` is null). The
 * own address asks for a code that shows that it is theirs.
 */
export const changeEmail = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/profile/email",
  who: "user",
  audit: "Requested another e-mail address",
  summary: "Starts a change of the signed-in user's e-mail address.",
  body: v.strictObject({ email, currentPassword: v.optional(text(200)) }),
  answer: data(v.object({ sent: v.nullable(codeSent), profile })),
  limit: "signIn",
});

export const confirmEmail = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/profile/email/confirm",
  who: "user",
  audit: "Confirmed their e-mail address",
  summary: "Changes the address to the one that the code was sent to, and notifies the old one.",
  body: v.strictObject({ code: typedCode }),
  answer: data(profile),
  limit: "code",
});

export const resendEmailCode = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/profile/email/resend",
  who: "user",
  summary: "Sends a new code to the new address.",
  answer: data(codeSent),
  limit: "code",
});

export const keepEmail = call({
  family: "auth",
  method: "DELETE",
  path: "/v1.0/profile/email",
  who: "user",
  summary: "Cancels the change of the address.",
  answer: data(profile),
});

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}
