import type { BorrowerPage } from "#contract/borrowers/borrowers.ts";
import { limits } from "#contract/codes.ts";
import { ownMessages } from "#contract/messages.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { TextAreaField } from "#web/ui/forms/text-area-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { useBorrowerChange } from "./borrower-queries.ts";
import styles from "./one-borrower.module.css";

const problemsOf = ({ note }: { note: string }) =>
  note.trim() === "" ? [{ field: "note", message: ownMessages.required("Note") }] : [];

/** What staff write about a borrower, the newest first. The borrower does not see it. */
export function BorrowerNotes({ of: { borrowerId, notes } }: { of: BorrowerPage }) {
  const add = useBorrowerChange(
    (note: string) => call("POST Borrowers/AddNote/{id}", { params: { id: borrowerId }, body: { note } }),
    "Note added.",
    { isOfForm: true },
  );
  const form = useForm({
    names: ["note"],
    stored: { values: { note: "" } },
    check: problemsOf,
    save: async ({ note }) => {
      await add.mutateAsync(note);
      return { stored: { values: { note: "" } } };
    },
  });
  return (
    <Card heading="Notes for staff">
      <Stack>
        {notes.length > 0 && (
          <ul className={styles.notes} aria-label="Notes">
            {notes.map((note) => (
              <Note key={note.noteId} note={note} />
            ))}
          </ul>
        )}
        <Form form={form} label="Add a note">
          <Stack gap="tight">
            <TextAreaField
              {...form.field("note")}
              label="Note"
              hint="Staff read it, the borrower doesn’t."
              rows={2}
              width="full"
              maxLength={limits.description}
            />
            <Row>
              <Button {...form.button}>Add note</Button>
            </Row>
          </Stack>
        </Form>
      </Stack>
    </Card>
  );
}

function Note({ note: { noteId, note, writtenAt, writtenByName } }: { note: BorrowerPage["notes"][number] }) {
  const remove = useBorrowerChange(
    () => call("POST Borrowers/DeleteNote/{noteId}", { params: { noteId } }),
    "Note deleted.",
  );
  return (
    <li className={styles.note}>
      <p className={styles.words}>{note}</p>
      <Row apart>
        <span className={styles.side}>
          {writtenByName}, <TimeText value={writtenAt} />
        </span>
        <Button size="small" busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
          Delete<VisuallyHidden> the note of {writtenByName}</VisuallyHidden>
        </Button>
      </Row>
    </li>
  );
}
