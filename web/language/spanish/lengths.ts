/** One, and several. */
type Unit = readonly [one: string, several: string];
const pages: Unit = ["página", "páginas"];
const hours: Unit = ["hora", "horas"];
const minutes: Unit = ["minuto", "minutos"];
const seconds: Unit = ["segundo", "segundos"];

const units = new Map<string, Unit>([
  ...(["page", "pages", "p"] as const).map((word): [string, Unit] => [word, pages]),
  ...(["hour", "hours", "hr", "hrs"] as const).map((word): [string, Unit] => [word, hours]),
  ...(["minute", "minutes", "min"] as const).map((word): [string, Unit] => [word, minutes]),
  ...(["second", "seconds", "sec"] as const).map((word): [string, Unit] => [word, seconds]),
  ["volume", ["volumen", "volúmenes"]],
  ["volumes", ["volumen", "volúmenes"]],
  ["leaf", ["hoja", "hojas"]],
  ["leaves", ["hoja", "hojas"]],
]);

/**
 * The length of a title, "22 pages" or "1 hour, 5 min.", which staff type in English: in Spanish where every word of it is
 * known, else as it is.
 */
export function lengthInSpanish(length: string): string {
  let rest = length; // what is not a count of something known
  const translated = length.replaceAll(counted, (part, count: string, bare: string | undefined, word: string) => {
    const unit = units.get(word.toLowerCase());
    if (!unit) return part;
    rest = rest.replace(part, "");
    return `${count} ${unit[count === "1" ? 0 : 1]}${bare ? " sin numerar" : ""}`;
  });
  return /^(?:[ivxlc]+|[\s\d,;:()[\]])*$/u.test(rest) ? translated : length; // the first pages may have Roman numbers
}

const counted = /(\d+)( unnumbered)? ([a-z]+)\b\.?/giu;
