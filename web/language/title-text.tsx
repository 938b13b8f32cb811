import { useLanguage } from "./use-language.ts";

/** What a title is called, for a screen reader to say in the title's own language. */
export function TitleText({ of }: { of: { title: string; language: string } }) {
  const lang = useLanguage().langOf(of);
  return lang === undefined ? of.title : <span lang={lang}>{of.title}</span>;
}
