import { arrivalRules, reportRules, sentBackRules } from "#contract/borrowers/way-back.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { keptDrafts } from "#web/ui/form/use-draft.ts";

/** Photos are text here, so that a draft keeps them. */
const photoText = (photoIds: readonly number[]) => photoIds.join(",");
export const photoIdsOf = (text: string) => text.split(",").flatMap((id) => (/^\d+$/.test(id) ? Number(id) : []));

export const changedPhotos = (text: string, change: (photoIds: readonly number[]) => readonly number[]) =>
  photoText(change(photoIdsOf(text)));

type ArrivalValues = { arrivedOn: string };

/** As sent: without a day it is none. */
export const arrivalBody = ({ arrivedOn }: ArrivalValues) => ({ arrivedOn: arrivedOn === "" ? null : arrivedOn });
export const arrivalProblems = (values: ArrivalValues) => brokenRules(arrivalRules, arrivalBody(values));

export type SentBackValues = { sentOn: string; trackingNumber: string };

/** As sent: without a day it is none. */
export const sentBackBody = ({ sentOn, trackingNumber }: SentBackValues) => ({
  sentOn: sentOn === "" ? null : sentOn,
  trackingNumber,
});
export const sentBackProblems = (values: SentBackValues) => brokenRules(sentBackRules, sentBackBody(values));

export type ReportValues = { words: string; photoIds: string };

export const reportBody = ({ words, photoIds }: ReportValues) => ({ words, photoIds: photoIdsOf(photoIds) });
export const reportProblems = ({ words }: ReportValues) => brokenRules(reportRules, { words: words.trim() });

/** What was being said when the session or the page ended: the dialog opens on it again. */
export const sentBackDrafts = keptDrafts(["sentOn", "trackingNumber"]);
export const reportDrafts = keptDrafts(["words", "photoIds"]);
