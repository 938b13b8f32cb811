import { useMutation, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import type { IsbnProposal } from "#contract/catalog/isbn.ts";
import { titleLabels } from "#contract/catalog/title-record.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { isbnQuery, isWholeIsbn } from "#web/catalog/staff-catalog-queries.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { call, refusalOf } from "#web/lib/call.ts";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { Link } from "#web/ui/router.tsx";
import styles from "./edit-item.module.css";
import type { ItemForm } from "./item-mutations.ts";

const proposedFields = ["title", "author", "publisher", "publishedYear", "extent"] as const;

export type IsbnLookUp = ReturnType<typeof useIsbnLookUp>;

/** Looks up the form's ISBN, fills empty fields, and marks the values from the source until they're saved. */
export function useIsbnLookUp(form: ItemForm) {
  const { values, base } = form;
  const source = useQuery(isbnQuery("")).data?.source ?? "";
  const { data } = useQuery(isbnQuery(values.isbn));
  const [proposal, setProposal] = useState<Partial<IsbnProposal>>({});
  const [isNothingNew, setNothingNew] = useState(false);
  const { mutate, isPending, error, isSuccess, variables } = useMutation({
    mutationFn: (isbn: string) => call("GET Inventory/LookUpIsbn", { query: { isbn } }),
    meta: { ownFaults: (failure) => refusalOf(failure) !== undefined },
    onSuccess: ({ data }, isbn) => {
      form.change((now) => {
        const isFilled = (name: keyof IsbnProposal) =>
          now.isbn === isbn && now[name].trim() === "" && data[name] !== "";
        const filled = Object.fromEntries(proposedFields.filter(isFilled).map((name) => [name, data[name]]));
        setProposal((before) => ({ ...before, ...filled }));
        setNothingNew(Object.keys(filled).length === 0);
        return filled;
      });
    },
  });
  const isProposed = (name: string) =>
    proposedFields.some(
      (each) => each === name && values[each] === proposal[each] && values[each] !== base.values[each],
    );
  const labels = proposedFields.filter(isProposed).map((name) => titleLabels[name]);
  const found =
    labels.length > 0
      ? `Filled in from ${source}: ${labels.join(", ")}. Check them before you save.`
      : isNothingNew
        ? `${source} has nothing else to fill in.`
        : undefined;
  return {
    source,
    /** The server's answer about this number; undefined while the number is incomplete. */
    checked: isWholeIsbn(values.isbn) ? data : undefined,
    isPending,
    /** The outcome for this number, until it changes. */
    outcome: variables !== values.isbn ? undefined : isSuccess ? found : refusalOf(error)?.message,
    isSuccess,
    isProposed,
    run: () => {
      if (!isPending) mutate(values.isbn);
    },
    /** Returns the attributes that mark a filled-in field. */
    mark: (name: string, hint?: string) =>
      isProposed(name)
        ? { hint: [hint, `From ${source}.`].filter(Boolean).join(" "), className: styles.proposed }
        : { hint },
  };
}

type Props = { form: ItemForm; lookUp: IsbnLookUp };

/** Edits the ISBN, and says which titles already have it. */
export function IsbnField({ form, lookUp, ownId, formId }: Props & { ownId: number | undefined; formId: string }) {
  const { source, checked, outcome, run } = lookUp;
  const field = form.field("isbn");
  const error = field.error ?? (checked?.isbn === "" ? ownMessages.notIsbn : undefined);
  const titles = (checked?.titles ?? []).filter(({ inventoryId }) => inventoryId !== ownId);
  // a scanner ends with Enter, which would save the form
  const look = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || field.value.trim() === "") return;
    event.preventDefault();
    if (source !== "") run();
  };
  return (
    <div>
      <div className={styles.addLine}>
        <TextField
          form={formId}
          label="ISBN"
          optional
          className={styles.isbn}
          autoComplete="off"
          spellCheck={false}
          hint={
            source === ""
              ? "The number above the barcode of a book."
              : "Scan a book’s barcode, or type the number above it and press Enter."
          }
          {...field}
          error={error}
          onKeyDown={look}
        />
        {source !== "" && (
          <Button busy={lookUp.isPending} disabled={field.value.trim() === ""} onClick={run}>
            Look up
          </Button>
        )}
      </div>
      <div aria-live="polite" className={styles.outcomes}>
        {titles.length > 0 && (
          <Alert tone="warning" title="You already have this title:">
            {titles.map((title) => (
              <div key={title.inventoryId}>
                <Link to={`/admin/viewitem/${title.inventoryId}`}>
                  #{title.referenceNumber} <TitleText of={title} />
                </Link>
                {title.isArchived && " (archived)"}
              </div>
            ))}
          </Alert>
        )}
        {outcome !== undefined && outcome !== error && !lookUp.isPending && (
          <Alert tone={lookUp.isSuccess ? "success" : "warning"}>{outcome}</Alert>
        )}
      </div>
    </div>
  );
}

/** Clears a field that the source filled in. */
export function TakeBack({ form, lookUp, name }: Props & { name: keyof IsbnProposal }) {
  if (!lookUp.isProposed(name)) return null;
  const takeBack = () => {
    form.change({ [name]: "" });
    document.getElementById(name)?.focus();
  };
  return (
    <div className={styles.takeBack}>
      <Button size="small" look="quiet" onClick={takeBack}>
        Clear<VisuallyHidden> the filled-in {titleLabels[name].toLowerCase()}</VisuallyHidden>
      </Button>
    </div>
  );
}
