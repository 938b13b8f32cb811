import { useSearchParams } from "#web/ui/router/router.tsx";
import type { LabelCopy } from "#contract/labels.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { Pager } from "#web/ui/navigation/pager.tsx";
import { groupByTitle } from "./copy-groups.ts";
import styles from "./label-sheets.module.css";
import { type Choice, CopyBox, TitleCopies } from "./title-copies.tsx";

type ChooseCopiesProps = {
  copies: readonly LabelCopy[];
  /** The number of copies; more than `copies` when they do not fit one file. */
  total: number;
  chosen: ReadonlySet<number>;
  /** Only lists copies of one title. */
  isOneTitle: boolean;
  onChoose: (ids: number[]) => void;
};

const number = new Intl.NumberFormat("en-US");

/** Chooses which copies get a label: all, those without one, or the selected ones. */
export function ChooseCopies({ copies, total, chosen, isOneTitle, onChoose }: ChooseCopiesProps) {
  const idsOf = (some: readonly LabelCopy[]) => some.map(({ inventoryItemId }) => inventoryItemId);
  const without = copies.filter(({ labelPrintedAt }) => labelPrintedAt === null);
  const onToggle: Choice["onToggle"] = (some, isChosen) => {
    const toggled = new Set(idsOf(some));
    onChoose(idsOf(copies).filter((id) => (toggled.has(id) ? isChosen : chosen.has(id))));
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
        <Button size="small" onClick={() => onChoose(idsOf(without))}>
          All without a printed label ({number.format(without.length)})
        </Button>
        <Button size="small" look="quiet" onClick={() => onChoose([])}>
          None
        </Button>
      </Row>
      {total > copies.length && (
        <p className={styles.hint}>
          The first {number.format(copies.length)} of {number.format(total)} are listed. Print them to see the next
          ones.
        </p>
      )}
      <p aria-live="polite">
        {number.format(count)} of {number.format(copies.length)} chosen
      </p>
      <Unshown copies={copies} />
      {isOneTitle ? (
        <CopiesOfTitle copies={copies} chosen={chosen} onToggle={onToggle} />
      ) : (
        <Titles copies={copies} chosen={chosen} onToggle={onToggle} />
      )}
    </Card>
  );
}

/** A note that some titles have characters no label font covers. */
function Unshown({ copies }: Pick<ChooseCopiesProps, "copies">) {
  const titles = groupByTitle(copies.filter(({ isTitleShown }) => !isTitleShown)).length;
  if (titles === 0) return null;
  return (
    <p className={styles.hint}>
      {titles === 1 ? "One title has" : `${number.format(titles)} titles have`} letters that labels can’t show. Those
      words aren’t printed, but the codes hold everything.
    </p>
  );
}

type ListProps = Choice & { copies: readonly LabelCopy[] };

const titlesOnPage = 10;

/** Paged titles, each with its collapsed copies. */
function Titles({ copies, ...choice }: ListProps) {
  const groups = groupByTitle(copies);
  const { page, hrefFor } = usePages(Math.ceil(groups.length / titlesOnPage));
  return (
    <>
      <ul className={styles.titles}>
        {groups.slice((page - 1) * titlesOnPage, page * titlesOnPage).map((group) => (
          <li key={group.inventoryId}>
            <TitleCopies group={group} {...choice} />
          </li>
        ))}
      </ul>
      {groups.length > titlesOnPage && (
        <Pager page={page} pageSize={titlesOnPage} total={groups.length} hrefFor={hrefFor} label="Pages of titles" />
      )}
    </>
  );
}

const copiesOnPage = 48;

/** The copies of the one title, paged when there are many. */
function CopiesOfTitle({ copies, ...choice }: ListProps) {
  const { page, hrefFor } = usePages(Math.ceil(copies.length / copiesOnPage));
  return (
    <>
      <ul className={styles.copies}>
        {copies.slice((page - 1) * copiesOnPage, page * copiesOnPage).map((copy) => (
          <li key={copy.inventoryItemId}>
            <CopyBox
              copy={copy}
              hint={[copy.labelPrintedAt === null ? "no printed label" : "label printed", copy.isInactive && "inactive"]
                .filter(Boolean)
                .join(" · ")}
              {...choice}
            />
          </li>
        ))}
      </ul>
      {copies.length > copiesOnPage && (
        <Pager page={page} pageSize={copiesOnPage} total={copies.length} hrefFor={hrefFor} label="Pages of copies" />
      )}
    </>
  );
}

/** The requested page if it exists: printed copies leave the list, and pages with them. */
function usePages(pages: number) {
  const [address] = useSearchParams();
  const asked = Number(address.get("page") ?? 1);
  const page = Number.isInteger(asked) ? Math.max(1, Math.min(asked, pages)) : 1;
  const hrefFor = (to: number) => {
    const next = new URLSearchParams(address);
    next.set("page", String(to));
    return `?${next.toString()}`;
  };
  return { page, hrefFor };
}
