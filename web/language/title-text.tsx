import { useLanguage } from "./use-language.ts";

/** Renders a title, marked with its language for screen readers. */
export function TitleText({ of }: { of: { title: string; language: string } }) {
  const lang = useLanguage().langOf(of);
  return lang === undefined ? of.title : <span lang={lang}>{of.title}</span>;
}
