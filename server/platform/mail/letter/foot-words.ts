import type { Letter } from "./letter.ts";

const words = {
  en: { questions: "Questions? Write to" },
  es: { questions: "¿Tiene preguntas? Escriba a" },
};

/** The text below every mail, in its language; an address follows. */
export function footWords({ language = "en" }: Pick<Letter, "language">): { questions: string } {
  return words[language];
}
