import { parse } from "isbn3";

/** Returns a valid ISBN of 10 or 13 digits as 13 digits without hyphens; undefined for anything else. */
export function isbn13(text: string): string | undefined {
  return parse(text.replace(/\p{Pd}/gu, "-"))?.isbn13;
}

export const isIsbnOrEmpty = (text: string | undefined): boolean => !text || isbn13(text) === text;
