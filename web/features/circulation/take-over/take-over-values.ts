import { askForLoansRules } from "#contract/borrowers/take-over.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";

export type AskValues = { emailAddress: string };

export const askBody = ({ emailAddress }: AskValues) => ({ emailAddress: emailAddress.trim() });
export const askProblems = (values: AskValues) => brokenRules(askForLoansRules, askBody(values));
