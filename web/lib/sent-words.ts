import { sendsMail } from "./site-mail.ts";

/** Says to staff that an email was sent, or the truth where no mail server is set up: nobody gets it. */
export const sentWords = (sent: string) =>
  sendsMail() ? sent : "Saved as a file, not sent: no mail server is set up.";
