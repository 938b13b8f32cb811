/** A tsquery as PostgreSQL reads it. */
export type Tsquery =
  | { kind: "word"; word: string; isPrefix: boolean }
  | { kind: "not"; of: Tsquery }
  | { kind: "and" | "or"; left: Tsquery; right: Tsquery }
  | { kind: "phrase"; left: Tsquery; right: Tsquery; distance: number };

const token = /\s*(?:'((?:[^'\\]|''|\\.)*)'(?::([*A-D]+))?|<(-|\d+)>|([&|!()]))/uy;

type Token = { word: string; marks: string } | { sign: string; distance: number };

/** Reads the text of a tsquery, with each word in quotes. Throws on anything else, weights of words included. */
export function readTsquery(text: string): Tsquery {
  const tokens = tokensOf(text);
  let at = 0;
  const next = () => tokens[at];
  const take = (sign: string) => {
    const one = tokens[at];
    if (!one || !("sign" in one) || one.sign !== sign) return undefined;
    at += 1;
    return one;
  };
  // from the weakest to the strongest, as in PostgreSQL: |, &, <->, !
  const either = (): Tsquery => chain(both, "|", (left, right) => ({ kind: "or", left, right }));
  const both = (): Tsquery => chain(following, "&", (left, right) => ({ kind: "and", left, right }));
  const following = (): Tsquery =>
    chain(single, "<>", (left, right, distance) => ({ kind: "phrase", left, right, distance }));
  const chain = (
    part: () => Tsquery,
    sign: string,
    join: (left: Tsquery, right: Tsquery, distance: number) => Tsquery,
  ) => {
    let left = part();
    for (let joint = take(sign); joint; joint = take(sign)) left = join(left, part(), joint.distance);
    return left;
  };
  const single = (): Tsquery => {
    if (take("!")) return { kind: "not", of: single() };
    if (take("(")) {
      const inner = either();
      if (!take(")")) throw unreadable(text);
      return inner;
    }
    const one = next();
    if (!one || !("word" in one) || (one.marks !== "" && one.marks !== "*")) throw unreadable(text);
    at += 1;
    return { kind: "word", word: one.word, isPrefix: one.marks === "*" };
  };
  const query = either();
  if (at < tokens.length) throw unreadable(text);
  return query;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.trimEnd().length) {
    const found = token.exec(text);
    if (!found) throw unreadable(text);
    const [, word, marks = "", distance, sign = ""] = found;
    if (word !== undefined)
      tokens.push({ word: word.replace(/''|\\(.)/gu, (_both: string, one?: string) => one ?? "'"), marks });
    else if (distance === undefined) tokens.push({ sign, distance: 0 });
    else tokens.push({ sign: "<>", distance: distance === "-" ? 1 : Number(distance) });
  }
  return tokens;
}

const unreadable = (text: string) => new Error(`This tsquery is not one that the title index reads: ${text}`);

/** How many words and operators it has, as numnode() counts. */
export function nodesOf(query: Tsquery): number {
  if (query.kind === "word") return 1;
  return query.kind === "not" ? 1 + nodesOf(query.of) : 1 + nodesOf(query.left) + nodesOf(query.right);
}

/** Its words, each once, in the order of their bytes; of a word and one that begins so, what is last in the text, as PostgreSQL has it. */
export function wordsOfTsquery(query: Tsquery): { word: string; isPrefix: boolean }[] {
  const words = new Map<string, { word: string; isPrefix: boolean }>();
  const walk = (part: Tsquery): void => {
    if (part.kind === "word") {
      if (!words.has(part.word)) words.set(part.word, part);
    } else if (part.kind === "not") walk(part.of);
    else {
      walk(part.right);
      walk(part.left);
    }
  };
  walk(query);
  return [...words.values()].toSorted((one, other) => Buffer.compare(Buffer.from(one.word), Buffer.from(other.word)));
}
