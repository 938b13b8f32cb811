import { arrivalRules } from "#contract/borrowers/arrivals.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";

export type ArrivalValues = { arrivedOn: string };

/** As sent: without a day it is none. */
export const arrivalBody = ({ arrivedOn }: ArrivalValues) => ({ arrivedOn: arrivedOn === "" ? null : arrivedOn });
export const arrivalProblems = (values: ArrivalValues) => brokenRules(arrivalRules, arrivalBody(values));
