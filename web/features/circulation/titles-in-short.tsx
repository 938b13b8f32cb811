import { cut } from "#contract/wire/cut.ts";
import { Fragment } from "react";
import type { OrderSummary } from "#contract/circulation.ts";
import { TitleText } from "#web/language/title-text.tsx";

const longest = 60;

/** An order's first titles in a line or two, each shortened at a word boundary. */
export function TitlesInShort({ of }: { of: Pick<OrderSummary, "itemTitles" | "itemLanguages"> }) {
  return of.itemTitles.map((title, index) => (
    <Fragment key={index}>
      {index > 0 && "; "}
      <TitleText of={{ title: cutAtWord(title), language: of.itemLanguages[index] ?? "" }} />
    </Fragment>
  ));
}

function cutAtWord(title: string): string {
  if (title.length <= longest) return title;
  const start = cut(title, longest);
  const space = start.lastIndexOf(" ");
  return `${start.slice(0, space > longest / 2 ? space : longest).trimEnd()}…`;
}
