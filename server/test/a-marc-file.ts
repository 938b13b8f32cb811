/** A field: its tag with a value, or with indicators and subfields. */
type Field = readonly [tag: string, ...rest: string[]];

/** Returns MARC 21 records in UTF-8; `leader` is the type letter, "a" for a book. */
export function aMarcFile(records: readonly { leader: string; fields: readonly Field[] }[]): Buffer {
  return Buffer.concat(records.map(recordOf));
}

function recordOf({ leader, fields }: { leader: string; fields: readonly Field[] }): Buffer {
  const contents = fields.map((field) => Buffer.from(`${contentOf(field)}\u001E`));
  let start = 0;
  const directory = fields.map(([tag], place) => {
    const size = contents[place]?.length ?? 0;
    const entry = `${tag}${String(size).padStart(4, "0")}${String(start).padStart(5, "0")}`;
    start += size;
    return entry;
  });
  const base = 24 + directory.length * 12 + 1;
  const length = base + start + 1;
  const head = `${String(length).padStart(5, "0")}n${leader}m a22${String(base).padStart(5, "0")} a 4500`;
  return Buffer.concat([Buffer.from(`${head}${directory.join("")}\u001E`), ...contents, Buffer.from("\u001D")]);
}

function contentOf([tag, first = "", ...rest]: Field): string {
  if (tag.startsWith("00")) return first;
  return first + rest.map((text, place) => (place % 2 === 0 ? `\u001F${text}` : text)).join("");
}
