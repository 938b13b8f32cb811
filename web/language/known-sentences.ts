type Pattern = { shape: RegExp; names: string[]; text: string };

/**
 * Translates sentences that come as text: from the server, or from rules that browser and server share. One with places
 * ("Only {left} in stock.") is known by its shape; several in a row are taken one by one. What is not known stays.
 */
export function sayerOf(sentences: Readonly<Record<string, string>>): (sentence: string) => string {
  let patterns: Pattern[] | undefined;
  const one = (sentence: string): string | undefined =>
    Object.hasOwn(sentences, sentence) ? sentences[sentence] : undefined;
  const say = (sentence: string): string => {
    const exact = one(sentence);
    if (exact !== undefined) return exact;
    // why sorted: what says more fits less, and is tried first
    patterns ??= Object.entries(sentences)
      .toSorted(([a], [b]) => literalsOf(b) - literalsOf(a))
      .flatMap(([english, text]) => patternOf(english, text) ?? []);
    const said: string[] = [];
    let rest = sentence;
    while (rest !== "") {
      const found = firstOf(patterns, rest);
      if (!found) return sentence;
      said.push(
        found.text.replace(
          /\{(\w+)\}/g,
          (_place, name: string) => one(found.values[name] ?? "") ?? found.values[name] ?? "",
        ),
      );
      rest = rest.slice(found.length);
    }
    return said.join(" ");
  };
  return say;
}

/** How to know a sentence with places; nothing for one without, or for one that is nearly all place. */
function patternOf(english: string, text: string): Pattern | undefined {
  if (!/\{\w+\}/.test(english) || english.includes("<") || !/^[A-Z"{].*\.$/.test(english)) return undefined;
  const parts = english.split(/\{(\w+)\}/);
  const shape = parts
    .map((part, at) => (at % 2 === 1 ? "(.+?)" : part.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")))
    .join("");
  return { shape: new RegExp(`^${shape}(?:\\s+|$)`), names: parts.filter((_part, at) => at % 2 === 1), text };
}

/** How much of a sentence is its own. */
function literalsOf(english: string): number {
  return english.replace(/\{\w+\}/g, "").length;
}

function firstOf(patterns: readonly Pattern[], sentence: string) {
  for (const { shape, names, text } of patterns) {
    const found = shape.exec(sentence);
    if (found) {
      const values = Object.fromEntries(names.map((name, at): [string, string] => [name, found[at + 1] ?? ""]));
      return { text, values, length: found[0].length };
    }
  }
  return undefined;
}
