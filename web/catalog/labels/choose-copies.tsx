import { copyName } from "#web/lib/formats.tsx";
import type { ReactNode } from "react";
import type { LabelCopy } from "#contract/catalog/labels.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { Pager } from "#web/ui/navigation/pager.tsx";
import { labelCopies } from "#web/catalog/staff-catalog-queries.ts";
import { CheckboxField } from "#web/ui/forms/choice-fields.tsx";
import { Card } from "#web/ui/card.tsx";
import { Row } from "#web/ui/layout.tsx";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { useFilters } from "#web/ui/navigation/links.tsx";
import styles from "./label-sheets.module.css";

type ChooseCopiesProps = {
  copies: readonly LabelCopy[];
  /** The number of all copies; `copies` has no more than one file can hold. */
  total: number;
  chosen: ReadonlySet<number>;
  /** Only lists copies of one title. */
  isOneTitle: boolean;
  onChoose: (ids: number[]) => void;
};

const number = new Intl.NumberFormat("en-US");

export function ChooseCopies({ copies, total, chosen, isOneTitle, onChoose }: ChooseCopiesProps) {
  const idsOf = (list: readonly LabelCopy[]) => list.map(({ inventoryItemId }) => inventoryItemId);
  const unlabeled = copies.filter(({ labelPrintedAt }) => labelPrintedAt === null);
  const onToggle: Choice["onToggle"] = (toggledCopies, isChosen) => {
    const toggledIds = new Set(idsOf(toggledCopies));
    onChoose(idsOf(copies).filter((id) => (toggledIds.has(id) ? isChosen : chosen.has(id))));
  };
  const count = idsOf(copies).filter((id) => chosen.has(id)).length;
  return (
    <Card heading="Copies">
      <Row>
        {isOneTitle && (
          <Button size="small" onClick={() => onChoose(idsOf(copies))}>
            All copies of this title ({number.format(copies.length)})
          </Button>
        )}
        <Button size="small" onClick={() => onChoose(idsOf(unlabeled))}>
          All without a printed label ({number.format(unlabeled.length)})
        </Button>
        <Button size="small" look="quiet" onClick={() => onChoose([])}>
          Clear
        </Button>
      </Row>
      {total > copies.length && (
        <p className={styles.hint}>
          The first {number.format(copies.length)} of {number.format(total)} are listed. Print these to see the rest.
        </p>
      )}
      <p aria-live="polite">
        {number.format(count)} of {number.format(copies.length)} selected
      </p>
      <ShortenedTitles copies={copies} />
      {isOneTitle ? (
        <Pages all={copies} pageSize={48} label="Pages of copies" className={styles.copies}>
          {(copy) => (
            <li key={copy.inventoryItemId}>
              <CopyBox
                copy={copy}
                hint={[
                  copy.labelPrintedAt === null ? "no printed label" : "label printed",
                  copy.isInactive && "inactive",
                ]
                  .filter(Boolean)
                  .join(" · ")}
                chosen={chosen}
                onToggle={onToggle}
              />
            </li>
          )}
        </Pages>
      ) : (
        <Pages all={groupByTitle(copies)} pageSize={10} label="Pages of titles" className={styles.titles}>
          {(group) => (
            <li key={group.inventoryId}>
              <TitleCopies group={group} chosen={chosen} onToggle={onToggle} />
            </li>
          )}
        </Pages>
      )}
    </Card>
  );
}

function ShortenedTitles({ copies }: Pick<ChooseCopiesProps, "copies">) {
  const titles = groupByTitle(copies.filter(({ isTitleShown }) => !isTitleShown)).length;
  if (titles === 0) return null;
  return (
    <p className={styles.hint}>
      {titles === 1 ? "One title has" : `${number.format(titles)} titles have`} letters that labels can’t show. Those
      words won’t be printed, but the QR codes work.
    </p>
  );
}

type PagesProps<Entry> = {
  all: readonly Entry[];
  pageSize: number;
  label: string;
  className: string | undefined;
  children: (entry: Entry) => ReactNode;
};

/** Pages through a long list. A page past the end shows the last one, because printed copies leave the list. */
function Pages<Entry>({ all, pageSize, label, className, children }: PagesProps<Entry>) {
  const { filters, next } = useFilters(labelCopies);
  const last = Math.max(1, Math.ceil(all.length / pageSize));
  const page = Math.min(filters.page, last);
  const hrefFor = (to: number) => labelCopies.href({ ...next, page: to });
  return (
    <>
      <ul className={className}>{all.slice((page - 1) * pageSize, page * pageSize).map(children)}</ul>
      {last > 1 && <Pager page={page} pageSize={pageSize} total={all.length} hrefFor={hrefFor} label={label} />}
    </>
  );
}

type Choice = {
  chosen: ReadonlySet<number>;
  onToggle: (copies: readonly LabelCopy[], isChosen: boolean) => void;
};

type CopyBoxProps = Choice & { copy: LabelCopy; label?: ReactNode; hint?: string };

function CopyBox({ copy, label = copyName(copy), hint, chosen, onToggle }: CopyBoxProps) {
  return (
    <CheckboxField
      id={`copy-${copy.inventoryItemId}`}
      label={label}
      hint={hint}
      checked={chosen.has(copy.inventoryItemId)}
      onChange={({ target }) => onToggle([copy], target.checked)}
    />
  );
}

function TitleCopies({ group, chosen, onToggle }: Choice & { group: CopyGroup }) {
  const { copies, isTitleShown } = group;
  const title = <TitleText of={group} />;
  const [only] = copies;
  const titleHint = isTitleShown ? undefined : "title cut off on the label";
  if (only && copies.length === 1) {
    const hint = [copyName(only), titleHint].filter(Boolean).join(" · ");
    return <CopyBox copy={only} label={title} hint={hint} chosen={chosen} onToggle={onToggle} />;
  }
  const count = copies.filter(({ inventoryItemId }) => chosen.has(inventoryItemId)).length;
  const isSome = count > 0 && count < copies.length;
  return (
    <>
      <CheckboxField
        id={`title-${group.inventoryId}`}
        label={title}
        hint={[isSome ? `${count} of ${copies.length} copies` : `All ${copies.length} copies`, skusOf(group), titleHint]
          .filter(Boolean)
          .join(" · ")}
        // the indeterminate state has no attribute
        ref={(box) => {
          if (box) box.indeterminate = isSome;
        }}
        checked={count === copies.length}
        onChange={({ target }) => onToggle(copies, target.checked)}
      />
      <details className={styles.single}>
        <summary>
          Individual copies<VisuallyHidden> of {title}</VisuallyHidden>
        </summary>
        <ul className={styles.copies}>
          {copies.map((copy) => (
            <li key={copy.inventoryItemId}>
              <CopyBox copy={copy} chosen={chosen} onToggle={onToggle} />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

export type CopyGroup = {
  inventoryId: number;
  title: string;
  language: string;
  isTitleShown: boolean;
  copies: LabelCopy[];
};

/** Groups copies by title, in the order of each title's first copy. */
export function groupByTitle(copies: readonly LabelCopy[]): CopyGroup[] {
  const groups = new Map<number, CopyGroup>();
  for (const copy of copies) {
    const { inventoryId, title, language, isTitleShown } = copy;
    const group = groups.get(inventoryId) ?? { inventoryId, title, language, isTitleShown, copies: [] };
    group.copies.push(copy);
    groups.set(inventoryId, group);
  }
  return [...groups.values()];
}

/** Returns the SKUs of a title's copies: several when copies have their own. */
export function skusOf({ copies }: CopyGroup): string {
  const [first = "", second, ...more] = new Set(copies.map(({ skuNumber }) => `#${skuNumber}`));
  if (second === undefined) return first;
  return more.length === 0 ? `${first} and ${second}` : `${first} and ${more.length + 1} others`;
}
