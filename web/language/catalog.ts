import type spanish from "./spanish.json";

/** An English sentence in the catalog. */
export type Sentence = keyof typeof spanish;

export type PlainSentence = Exclude<Sentence, `${string}{${string}` | `${string}<${string}`>;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** The placeholders of a sentence: `{n}` needs n. */
export type Values<Text> = [Names<Text>] extends [never] ? [] : [values: Record<Names<Text>, string | number>];

/** The tags in a sentence: `<link>…</link>` needs link. */
export type Tags<Text> = Text extends `${string}<${infer Tag}>${infer Rest}`
  ? (Tag extends `/${string}` ? never : Tag) | Tags<Rest>
  : never;
