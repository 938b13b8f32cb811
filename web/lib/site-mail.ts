let isSent = true;

/** From now on words about emails are those of this site, which has a mail server or none. */
export function setSiteMail(sendsMail: boolean): void {
  isSent = sendsMail;
}

/** Whether emails leave this site. */
export const sendsMail = () => isSent;
