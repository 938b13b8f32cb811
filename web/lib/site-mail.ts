let isSent = true;

export function setSiteMail(sendsMail: boolean): void {
  isSent = sendsMail;
}

export const sendsMail = () => isSent;
