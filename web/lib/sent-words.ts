let sendsMail = true;

/** From now on words about emails are those of this site, which has a mail server or none. */
export function setSiteMail(isSent: boolean): void {
  sendsMail = isSent;
}

/** Says to staff that an email was sent, or the truth where no mail server is set up: nobody gets it. */
export const sentWords = (sent: string) => (sendsMail ? sent : "Saved as a file, not sent: no mail server is set up.");
