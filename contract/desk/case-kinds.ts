/** What a case is about: the first two of a copy that is out, the others of one that came back. */
export const caseKinds = ["lost", "claimed returned", "parts missing", "damaged"] as const;
export type CaseKind = (typeof caseKinds)[number];

/** Those that the borrower has to settle: with what was claimed returned, staff look again. */
export const owedKinds = ["lost", "parts missing", "damaged"] as const satisfies CaseKind[];

/** How staff settle a case. */
export const settlements = ["paid", "replaced", "waived"] as const;
export type Settlement = (typeof settlements)[number];

/** How a case ends: settled, or because the copy was found, was declared lost after all, or the case was a mistake. */
export const outcomes = [...settlements, "found", "lost", "undone"] as const;
export type Outcome = (typeof outcomes)[number];

export const caseStates = ["open", "closed"] as const;
