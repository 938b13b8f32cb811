import { limits } from "#contract/catalog/codes.ts";

/** Typos and lost characters in the source: [wrong, right]. */
const typos = [
  ["niñ̃os", "niños"],
  ["Nįos", "Niños"],
  ["preparacioń", "preparación"],
  ["technologiá", "tecnología"],
  ["c ancer", "cáncer"],
  ["c omo", "cómo"],
  ["preueba", "prueba"],
  ["enfermeded", "enfermedad"],
  ["Consjos", "Consejos"],
  ["antes de berber", "antes de beber"],
  ["productors", "productos"],
  ["marítmos", "marítimos"],
  ["efcacia", "eficacia"],
  ["Gettting [sic]", "Getting"],
  ["recomendations", "recommendations"],
  ["pr oximos", "próximos"],
  ["eesistance", "resistance"],
  ["good heath", "good health"],
  ["El consume excesivo", "El consumo excesivo"],
  ["La mujeres y alcohol", "Las mujeres y el alcohol"],
  ["estrés¡", "estrés!"],
  ["Despues de la escuela", "Después de la escuela"],
  ["intoxicacion", "intoxicación"],
] as const;

/** Removes cataloging punctuation, brackets, and statements of responsibility from a title. */
export function cleanTitle(raw: string): string {
  let title = typos.reduce(
    (text, [wrong, right]) => text.replaceAll(wrong.normalize("NFC"), right),
    raw.normalize("NFC"),
  );
  title = title
    .replace(/\s*\[(?:with [^\]]*|videos?|sic|electronic resource)\]/giu, "")
    .replace(/\s\/\s(?=\p{Lu}).*$/u, "") // "Title / Its Author"
    .replace(/\s*\(version \d+[^)]*\)/iu, "") // of a recording
    .replace(/\s=\s/gu, " / ") // a second title in another language
    .replace(/\s*-{2,}\s*/gu, " – ")
    .replaceAll('""', '"')
    .replace(/\s+([:;,.?!])/gu, "$1")
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/\s*[-/:;,=]\s*(?:\.{3})?$/u, "")
    .replace(/\binfo\.{3}$/u, "info");
  if (/[^.]\.$/u.test(title) && !/\p{Lu}\.\p{Lu}\.$/u.test(title)) title = title.slice(0, -1);
  if (isShouted(title)) title = title.toLowerCase();
  return title.replace(
    /^([^\p{L}\p{N}]*)(\p{Ll})/u,
    (_, before: string, first: string) => before + first.toUpperCase(),
  );
}

function isShouted(title: string): boolean {
  return title === title.toUpperCase() && title.split(" ").filter((word) => /\p{L}{4,}/u.test(word)).length > 2;
}

const dangling =
  /[\s,;:.–-]+(?:and|or|of|the|a|an|for|with|from|to|in|on|by|at|y|de|la|el|los|las|para|con|en|que)?$/iu;

/** Returns the title, or as many whole words as fit, with an ellipsis. */
export function shortenTitle(title: string, maxLength: number = limits.title): string {
  if (title.length <= maxLength) return title;
  let short = title.slice(0, maxLength).replace(/\s\S*$/u, "");
  while (dangling.test(short)) short = short.replace(dangling, "");
  return `${short}…`;
}

export function titleKey(title: string): string {
  return title
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .toLowerCase()
    .trim();
}
