import { mostTitlesCounted, type ShownThesaurusEntry } from "#contract/staff/thesaurus.ts";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { addressOfFilters } from "../filters.ts";

/** What the words of an entry find now, and which other entries have them. */
export function EntryToday({ entry: { elsewhere, uses } }: { entry: ShownThesaurusEntry }) {
  return (
    <Stack>
      {elsewhere.length > 0 && (
        <Alert title="Other entries have these words, too">
          <p>A search for one finds what both entries say.</p>
          <ul>
            {elsewhere.map(({ word, entryId, words }) => (
              <li key={`${word} ${entryId}`}>
                {word}: <Link to={`/admin/thesaurus/${entryId}`}>{words}</Link>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <Card heading="Titles that have these words now">
        <DescriptionList
          layout="columns"
          items={uses.map(({ word, titles }) => ({
            term: word,
            value:
              titles === null ? (
                "Understood, and not looked for: it is as common as a single word"
              ) : (
                <Link to={addressOfFilters({ text: `"${word}"`, inStockOnly: false })}>{titlesInWords(titles)}</Link>
              ),
          }))}
        />
      </Card>
    </Stack>
  );
}

const titlesInWords = (titles: number) =>
  titles === 1
    ? "1 title"
    : `${titles.toLocaleString("en-US")} ${titles >= mostTitlesCounted ? "or more titles" : "titles"}`;
