let site = { timeZone: "America/Los_Angeles", sendsMail: true };

/** Stores the settings that texts depend on. */
export function setSiteFacts({ timeZone, sendsMail }: typeof site): void {
  site = { timeZone, sendsMail };
}

export const sendsMail = () => site.sendsMail;

export const siteTimeZone = () => site.timeZone;

/** Returns the sentence, or a different one when no mail server is set up. */
export const sentWords = (sent: string) =>
  site.sendsMail ? sent : "No mail server is set up, so the email was saved as a file.";
