/** Formats a day as "Tuesday, March 17", or "martes 17 de marzo" in Spanish. */
function inWords(day: string, language = "en-US", year?: "numeric"): string {
  const parts = { weekday: "long", month: "long", day: "numeric", year, timeZone: "UTC" } as const;
  const words = new Intl.DateTimeFormat(language, parts).format(new Date(`${day}T00:00:00Z`));
  return language.startsWith("es") ? words.replace(",", "") : words;
}

type Days = { from: string; to: string };
type Unavailable = { title: string; left: number; before: Days | null; next: Days | null };

/** The browser translates these sentences about teaching dates. */
export const daySentences = {
  unavailable: '"{title}" isn’t available for those dates.',
  tooFew: 'Only {left} of "{title}" available for those dates.',
  next: "Available from {from} to {to}.",
  both: "Available from {before} to {until}, or from {from} to {to}.",
  before: "Available from {before} to {until}.",
  "too-soon": "That’s too soon to ship. Your first day can be {first} or later.",
  "too-late": "That’s too far out. Your first day can be {last} at the latest.",
  unconfirmed:
    "To reserve dates after {last}, confirm your email address first. You can request the link on your account page.",
  "too-long": "Your dates can cover {max} days at most.",
} as const;

/** Returns the sentences, and their values, for a title that isn't available. */
export const unavailableSentences = ({ title, left, before, next }: Unavailable, language?: string) => {
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
    left === 0 ? "unavailable" : "tooFew",
    ...(before || next ? ([nearest] as const) : []),
  ];
  return { values, kinds };
};

export const fill = (sentence: string, values: Readonly<Record<string, string | number>>) =>
  sentence.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));

export const unavailableMessage = (titles: readonly Unavailable[]) =>
  titles
    .flatMap((title) => {
      const { kinds, values } = unavailableSentences(title);
      return kinds.map((kind) => fill(daySentences[kind], values));
    })
    .join(" ");

type Bounds = { cause: "too-soon" | "too-late" | "too-long" | "unconfirmed"; first: string; last: string; max: number };

export const boundsInWords = ({ first, last, max }: Bounds, language?: string) => ({
  first: inWords(first, language),
  last: inWords(last, language, "numeric"), // over a year from now
  max,
});
export const teachingDays = (bounds: Bounds) => fill(daySentences[bounds.cause], boundsInWords(bounds));
