import { sendsMail } from "./site-mail.ts";

/** Returns the sentence, or a different one when no mail server is set up. */
export const sentWords = (sent: string) =>
  sendsMail() ? sent : "No mail server is set up, so the email was saved as a file.";
