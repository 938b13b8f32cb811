import type { SiteFacts } from "#contract/site/rendering.ts";
import { languages } from "#contract/site/languages.ts";
import type { PageRow } from "#web/app/routing/page-table.ts";
import { publicPages } from "#web/app/routing/public-pages.ts";
import { loadLanguage } from "#web/language/language.ts";

export async function allPages(): Promise<PageRow[]> {
  const { borrowerPages } = await import("#web/app/routing/borrower-pages.ts");
  const { staffPages } = await import("#web/app/routing/staff-pages.ts");
  return [...publicPages, ...borrowerPages, ...staffPages];
}

const modules = import.meta.glob<Record<string, unknown>>(["../../*/**/*-page.tsx", "../../language/speak-*.ts"]);

/** Describes the pages for the build. A page's source is the module that exports its component. */
export async function describeSite(): Promise<SiteFacts> {
  const sources = await sourcesOfExports();
  const sourceOf = (exported: unknown) => {
    const source = sources.get(exported);
    if (source === undefined) throw new Error("A page's component is exported by no web/**/*-page.tsx.");
    return source;
  };
  const pages = await Promise.all(
    (await allPages()).map(async ({ path, guard, page, server }) => {
      const { head, siteMap, isCrawled = false, hasSecret = false } = server || {};
      const source = sourceOf(await page());
      return {
        path,
        guard,
        source,
        isRendered: head !== undefined,
        hasSecret,
        isCrawled: isCrawled || head !== undefined,
        siteMap,
      };
    }),
  );
  const others = languages.filter((code) => code !== "en");
  const sourcesOfLanguages = await Promise.all(
    others.map(async (code) => [code, sourceOf(await loadLanguage(code))] as const),
  );
  return { pages, languages: Object.fromEntries(sourcesOfLanguages) };
}

async function sourcesOfExports(): Promise<Map<unknown, string>> {
  const entries = await Promise.all(
    Object.entries(modules).map(async ([file, load]) =>
      Object.values(await load()).map((exported) => [exported, file.replace("../../", "")] as const),
    ),
  );
  return new Map(entries.flat());
}
