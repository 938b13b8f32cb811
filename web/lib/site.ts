let isSent = true;

export function setSiteMail(sendsMail: boolean): void {
  isSent = sendsMail;
}

export const sendsMail = () => isSent;

let zone = "America/Los_Angeles";

/** Returns the time zone for days. */
export const siteTimeZone = () => zone;

export function setSiteTimeZone(timeZone: string): void {
  zone = timeZone;
}

/** Returns the sentence, or a different one when no mail server is set up. */
export const sentWords = (sent: string) =>
  sendsMail() ? sent : "No mail server is set up, so the email was saved as a file.";
