export type Params = Readonly<Record<string, string | undefined>>;

/**
 * Matches an address with a path such as "news/:id" or "user/inventories/:search?", ignoring case and a trailing slash;
 * returns its parameters, or undefined without a match.
 */
export function matchPath(path: string, pathname: string): Params | undefined {
  const parts = path.split("/");
  const segments = pathname.replace(/^\/|\/+$/g, "").split("/");
  if (segments.length > parts.length) return undefined;
  const params: Record<string, string | undefined> = {};
  for (const [at, part] of parts.entries()) {
    const segment = segments[at];
    if (part.startsWith(":")) {
      if (!segment && !part.endsWith("?")) return undefined;
      params[part.replace(/[:?]/g, "")] = segment && decoded(segment);
    } else if (segment?.toLowerCase() !== part) return undefined;
  }
  return params;
}

/** Decodes a part of an address; a bare percent sign stays. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
