import type { spanish } from "./spanish/spanish.ts";

/** A sentence of the site, in English: whatever the code says must stand in the catalogue, or it is no type. */
export type Sentence = keyof typeof spanish;

/** A sentence without a place to fill in. */
export type PlainSentence = Exclude<Sentence, `${string}{${string}` | `${string}<${string}`>;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** What fills the places of a sentence: `{n}` wants n. */
export type Values<Text> = [Names<Text>] extends [never] ? [] : [values: Record<Names<Text>, string | number>];

/** The parts of a sentence that are more than text: `<link>…</link>` wants link. */
export type Tags<Text> = Text extends `${string}<${infer Tag}>${infer Rest}`
  ? (Tag extends `/${string}` ? never : Tag) | Tags<Rest>
  : never;
