/** How a try to hand a mail over ended, when it did not succeed. */
export type Failure = {
  /** "refused": the other side said no for good. "unknown": its words were on the wire, and no answer came. */
  end: "later" | "refused" | "unknown";
  /** For staff; never what the mail says. */
  words: string;
};

/** Seconds until the next try, after the first, the second, ... */
const waits = [30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 57_600];

/** The tries that a mail gets, over some thirty hours. */
export const mostTries = waits.length + 1;

/** Milliseconds to wait after so many tries; undefined when the mail is to be given up. */
export function waitAfter(tries: number): number | undefined {
  const seconds = waits[tries - 1];
  return seconds === undefined ? undefined : seconds * 1000;
}

/** What becomes of a mail after a failed try. */
export function fateOf(failure: Failure, tries: number): { retryIn: number } | { trouble: string } {
  if (failure.end === "unknown") {
    return { trouble: `${failure.words} It may or may not have arrived. Resend it if it’s missing.` };
  }
  const retryIn = failure.end === "later" ? waitAfter(tries) : undefined;
  return retryIn === undefined ? { trouble: failure.words } : { retryIn };
}
