import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { AlikeChoice, AlikePair } from "#contract/imports/alike.ts";
import type { ImportDetail } from "#contract/imports.ts";
import { counted, rowOf } from "#web/features/imports/import-words.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import type { Codes } from "../one/defaults-fields.tsx";
import { because } from "../one/undo.tsx";
import { alikeFilters, alikePageSize, alikeQuery, type Chosen, useChooseAlike } from "./alike-queries.ts";
import styles from "./alike.module.css";
import { SideBySide } from "./side-by-side.tsx";

type Words = Record<AlikeChoice, string>;
const beforeSaving: Words = { skip: "Skip", merge: "Add its copies to that title", new: "Add as a new title" };
const allBeforeSaving: Words = {
  skip: "Skip all",
  merge: "Add all copies to those titles",
  new: "Add all as new titles",
};
const onceSaved: Words = { skip: "Remove it", merge: "Move its copies to that title", new: "Keep both" };
const allOnceSaved: Words = { skip: "Remove all", merge: "Move all copies to those titles", new: "Keep all" };
const order = ["skip", "merge", "new"] as const;

type PossibleDuplicatesProps = { detail: ImportDetail; codes: Codes };

/** Rows that look like a title of the library, each beside it, and what becomes of them. */
export function PossibleDuplicates({ detail, codes }: PossibleDuplicatesProps) {
  const { importId, state, counts, kind } = detail;
  const { filters, next } = useFilters(alikeFilters);
  const { mutate, isPending, variables } = useChooseAlike(detail);
  const list = useRef<HTMLElement>(null);
  const isSaved = state === "saved";
  const words = isSaved ? onceSaved : beforeSaving;
  const many = counted(counts.alike, isSaved ? "title" : rowOf(kind));
  const choose = (chosen: Chosen) =>
    mutate(chosen, {
      // what is settled is gone from the list, with its buttons
      onSuccess: () => isSaved && list.current?.focus(),
    });
  const busyOf = (row: number) => (isPending && variables.row === row ? variables.choice : undefined);
  return (
    <Card heading="Possible duplicates">
      <p className={styles.words}>
        {many} {counts.alike === 1 ? "looks" : "look"} like a title that {isSaved ? "was" : "is"} in the library: the
        same title in the same category, and no other publisher or language.
        {!isSaved && " What you don’t choose is added as a new title."}
      </p>
      {counts.alike > 1 && <ForAll many={many} busy={busyOf(0)} isSaved={isSaved} onChoose={choose} />}
      <section ref={list} tabIndex={-1} aria-label="Possible duplicates, one by one">
        <PagedList
          query={useQuery(alikeQuery(importId, filters.page))}
          what="the possible duplicates"
          page={filters.page}
          pageSize={alikePageSize}
          rowHeight="14rem"
          label="Pages of possible duplicates"
          hrefFor={(page) => alikeFilters.href({ ...next, page }, `/admin/import/${importId}`)}
        >
          {({ data }) => (
            <Stack>
              {data.map((pair) => (
                <div key={pair.row} className={styles.box}>
                  <Pair
                    pair={pair}
                    codes={codes}
                    row={rowOf(kind)}
                    words={words}
                    busy={busyOf(pair.row)}
                    onChoose={(choice) => choose({ row: pair.row, choice })}
                  />
                </div>
              ))}
            </Stack>
          )}
        </PagedList>
      </section>
    </Card>
  );
}

type ForAllProps = {
  many: string;
  busy: AlikeChoice | undefined;
  isSaved: boolean;
  onChoose: (chosen: Chosen) => void;
};

function ForAll({ many, busy, isSaved, onChoose }: ForAllProps) {
  const confirm = useConfirm();
  const words = isSaved ? allOnceSaved : allBeforeSaving;
  const ask = async (choice: AlikeChoice) => {
    const yes =
      !isSaved ||
      choice === "new" ||
      (await confirm({
        question: choice === "merge" ? `Merge ${many}?` : `Remove ${many}?`,
        explanation:
          choice === "merge"
            ? "Their copies go to the titles that were there before, and they are removed."
            : "They are removed with their copies. What somebody used since stays.",
        confirmLabel: choice === "merge" ? "Yes, merge" : "Yes, remove",
        cancelLabel: "No, go back",
        danger: choice === "skip",
      }));
    if (yes) onChoose({ row: 0, choice });
  };
  return (
    <fieldset className={styles.choices}>
      <legend>For all {many}</legend>
      <Row>
        {order.map((choice) => (
          <Button key={choice} size="small" busy={busy === choice} onClick={() => void ask(choice)}>
            {words[choice]}
          </Button>
        ))}
      </Row>
    </fieldset>
  );
}

type PairProps = {
  pair: AlikePair;
  codes: Codes;
  row: "row" | "record";
  words: Words;
  busy: AlikeChoice | undefined;
  onChoose: (choice: AlikeChoice) => void;
};

function Pair({ pair, codes, row, words, busy, onChoose }: PairProps) {
  const { choice, kept } = pair;
  const name = `${row === "row" ? "Row" : "Record"} ${pair.row.toLocaleString("en-US")}`;
  return (
    <fieldset className={styles.pair}>
      <legend>
        {name}: {pair.given.title}
      </legend>
      <SideBySide pair={pair} codes={codes} given={name} />
      {kept && <p>It can’t be merged or removed. {because[kept]}</p>}
      <Row>
        {order.map((each) => (
          <Button
            key={each}
            size="small"
            look={choice === each ? "primary" : "secondary"}
            aria-pressed={words === beforeSaving ? choice === each : undefined}
            busy={busy === each}
            onClick={() => onChoose(each)}
          >
            {words[each]}
          </Button>
        ))}
      </Row>
    </fieldset>
  );
}
