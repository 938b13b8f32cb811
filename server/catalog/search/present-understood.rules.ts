import type { Understood } from "#contract/catalog/catalog.ts";
import type { Correction, Terms } from "./meaning.rules.ts";
import type { Clause, Piece } from "./searched-words.rules.ts";

const mostWords = 6;

/** What a search was taken to mean beyond its words, for its answer; undefined when nothing. */
export function understoodOf({ meaning, filters, leftOut = [] }: Terms): Understood | undefined {
  const { clauses, corrections } = meaning;
  const also = meaning.also.flatMap(({ typed, words, related = [] }) => {
    const shown = [...words.slice(0, mostWords), ...related.slice(0, mostWords)];
    const read = corrections.find((correction) => correction.typed === typed)?.shown ?? typed;
    return shown.length > 0 ? [{ typed: read, words: shown }] : [];
  });
  if ([corrections, also, filters, leftOut].every((each) => each.length === 0)) return undefined;
  // who insists on a word still wants a video, and not the subject that it names
  const narrows = (place: number) => filters.some(({ kind, places }) => kind !== "subject" && places.includes(place));
  const narrowing = filters.map(({ kind, id, name, places }) => ({
    kind,
    id,
    name,
    typed: textOf(clauses.filter((_, place) => places.includes(place))),
    without:
      kind === "subject"
        ? clauses.map((clause, place) => textOf([clause], places.includes(place))).join(" ")
        : textOf(clauses.filter((_, place) => !places.includes(place))),
  }));
  return {
    corrections: [...corrections],
    also,
    filters: narrowing,
    leftOut: [...leftOut],
    asTyped: clauses.map((clause, place) => textOf([clause], !narrows(place))).join(" "),
  };
}

/** What was typed, with the words of titles in the place of mistyped ones. */
export function mendedText(clauses: readonly Clause[], corrections: readonly Correction[]): string {
  const shown = new Map(corrections.map((correction) => [correction.typed, correction.shown]));
  return textOf(
    clauses.map((clause) => clause.map((piece) => ({ ...piece, typed: shown.get(piece.typed) ?? piece.typed }))),
  );
}

function textOf(clauses: readonly Clause[], isQuoted = false): string {
  const one = (piece: Piece) => {
    const text = isQuoted || piece.isQuoted ? `"${piece.typed}"` : piece.typed;
    return piece.isExcluded ? `-${text}` : text;
  };
  return clauses.map((clause) => clause.map(one).join(" or ")).join(" ");
}
