/**
 * Reports how good the search results of the judged queries are; README.md in this folder says how they were judged.
 * npm run search-quality [-- --queries]: with the queries of the tuning half, worst first
 * npm run search-quality -- --unjudged: with the pairs on first pages that nobody has judged, as need,sku
 */
import { parseArgs } from "node:util";
import { readJudgedSet } from "./judged-set.ts";
import { type QueryResult, judge, report, toJudge, worst } from "./quality.ts";
import { withSearchLibrary } from "./search-library.ts";

const { values } = parseArgs({
  options: { queries: { type: "boolean", default: false }, unjudged: { type: "boolean", default: false } },
});

const judged = readJudgedSet();
const answers = await withSearchLibrary(async ({ search, skusInStock }) => {
  const skus = await skusInStock();
  const missing = new Set(judged.judged.map(({ sku }) => sku).filter((sku) => !skus.has(sku)));
  if (missing.size > 0)
    console.log(`${missing.size} judged titles aren't in stock there, and don't count as misses.\n`);
  const results: QueryResult[] = [];
  for (const query of judged.queries)
    results.push(judge(query, await search(query.query, query.language), judged, skus));
  return results;
});
console.log(report(answers));
if (values.queries) console.log(`\n${worst(answers)}`);
if (values.unjudged) console.log(`\n${toJudge(answers)}`);
