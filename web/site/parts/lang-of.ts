/** The language of a text of the site content, where it is not the page's: its Spanish version is missing. */
export function langOf<Name extends string>(
  of: { readonly [Field in `${Name}InSpanish`]?: string | undefined },
  name: Name,
): "en" | undefined {
  const field: `${Name}InSpanish` = `${name}InSpanish`;
  return of[field] === "" ? "en" : undefined;
}
