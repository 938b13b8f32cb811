export { forgetOldLoans } from "./forget/forget-old-loans.ts";
export { writeHandOverMail } from "./hand-over/hand-over-mail.ts";
