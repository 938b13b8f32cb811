/** A day in words, as "Tuesday, March 17" and, in a Spanish sentence, "martes 17 de marzo". */
function inWords(day: string, language = "en-US", year?: "numeric"): string {
  const parts = { weekday: "long", month: "long", day: "numeric", year, timeZone: "UTC" } as const;
  const words = new Intl.DateTimeFormat(language, parts).format(new Date(`${day}T00:00:00Z`));
  return language.startsWith("es") ? words.replace(",", "") : words;
}

type Days = { from: string; to: string };
type NoRoom = { title: string; left: number; before: Days | null; next: Days | null };

/** Sentences about teaching days, by what is known; the browser translates them. */
export const daySentences = {
  none: '"{title}" is not free for those days.',
  few: 'Only {left} of "{title}" free for those days.',
  next: "Free from {from} to {to}.",
  both: "Free from {before} to {until}, or from {from} to {to}.",
  before: "Free from {before} to {until}.",
  "too-soon": "That is too soon for the mail. The first day of teaching can be {first}.",
  "too-late": "That is too far ahead. The first day of teaching can be {last} at the latest.",
  "too-long": "Teaching days can be {most} days at most.",
} as const;

/** What is said of each title that is not free, as sentences and what fills them in. */
export const sentencesOfNoRoom = ({ title, left, before, next }: NoRoom, language?: string) => {
  const values = {
    title,
    left,
    before: before ? inWords(before.from, language) : "",
    until: before ? inWords(before.to, language) : "",
    from: next ? inWords(next.from, language) : "",
    to: next ? inWords(next.to, language) : "",
  };
  const nearest = before && next ? "both" : before ? "before" : "next";
  const kinds: (keyof typeof daySentences)[] = [
    left === 0 ? "none" : "few",
    ...(before || next ? ([nearest] as const) : []),
  ];
  return { values, kinds };
};

const filled = (sentence: string, values: Readonly<Record<string, string | number>>) =>
  sentence.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

export const noRoom = (titles: readonly NoRoom[]) =>
  titles
    .flatMap((title) => {
      const { kinds, values } = sentencesOfNoRoom(title);
      return kinds.map((kind) => filled(daySentences[kind], values));
    })
    .join(" ");

type Bounds = { because: "too-soon" | "too-late" | "too-long"; first: string; last: string; most: number };

export const boundsInWords = ({ first, last, most }: Bounds, language?: string) => ({
  first: inWords(first, language),
  last: inWords(last, language, "numeric"), // more than a year from now
  most,
});
export const teachingDays = (bounds: Bounds) => filled(daySentences[bounds.because], boundsInWords(bounds));
