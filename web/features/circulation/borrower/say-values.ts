import { reportRules, sentBackRules } from "#contract/borrowers/way-back.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";

export type SentBackValues = { sentOn: string; trackingNumber: string };

/** As sent: without a day it is none. */
export const sentBackBody = ({ sentOn, trackingNumber }: SentBackValues) => ({
  sentOn: sentOn === "" ? null : sentOn,
  trackingNumber,
});
export const sentBackProblems = (values: SentBackValues) => brokenRules(sentBackRules, sentBackBody(values));

export type ReportValues = { words: string };

export const reportProblems = ({ words }: ReportValues) => brokenRules(reportRules, { words: words.trim() });
