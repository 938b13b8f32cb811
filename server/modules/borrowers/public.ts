export { forgetOldLoans } from "./forget/forget.ts";
export { writeHandOverMail } from "./hand-over/hand-over.ts";
