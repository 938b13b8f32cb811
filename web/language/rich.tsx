import { Fragment, type ReactNode } from "react";
import { useLanguage } from "./use-language.ts";
import type { Sentence, Tags, Values } from "./language.ts";

type RichProps<Text extends Sentence> = {
  sentence: Text;
  /** Renders the words between `<link>` and `</link>`. */
  parts: Record<Tags<Text>, (words: string) => ReactNode>;
  values?: Values<Text>[0];
};

export function Rich<Text extends Sentence>({ sentence, parts, values }: RichProps<Text>) {
  const { fill } = useLanguage();
  const renderers: Readonly<Record<string, (words: string) => ReactNode>> = parts;
  const pieces = fill(sentence, values).split(/<(\w+)>(.*?)<\/\w+>/);
  return pieces.map((piece, at) => {
    if (at % 3 === 0) return piece;
    return at % 3 === 1 ? <Fragment key={at}>{renderers[piece]?.(pieces[at + 1] ?? "")}</Fragment> : null;
  });
}
