export { forgetOldLoans } from "./forget.ts";
export { writeHandOverMail } from "./hand-over.ts";
